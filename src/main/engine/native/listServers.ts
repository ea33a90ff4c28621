/** `switchboard_servers` lists the servers and their states, for a model that cannot find a tool. */
import { z } from 'zod'
import type { ConnectionState } from '#contract/servers/server'
import { errorIn } from '#contract/servers/errorIn'
import { counted } from '#contract/text/counted'
import { defineNativeTool, type NativeTool, textResult } from '#engine/native/nativeTool'

/** A server in one project, or with its state across all projects. */
export interface ListedServer {
  readonly slug: string
  readonly name: string
  readonly enabled: boolean
  readonly state: ConnectionState
  readonly tools: { readonly enabled: number }
}

/** `projectId`: null for all projects. */
export type ServersIn = (projectId: string | null) => readonly ListedServer[]

export function listServers(servers: ServersIn): NativeTool {
  return defineNativeTool({
    name: 'switchboard_servers',
    title: 'List the MCP servers',
    description: 'Lists the MCP servers of this project with their state, the number of their tools and what is wrong.',
    input: () => z.object({}),
    call(_input, { projectId }) {
      const listed = servers(projectId).map(({ slug, name, enabled, state, tools }) => ({
        server: slug,
        name,
        state: enabled ? state.kind : 'disabled',
        tools: enabled ? tools.enabled : 0,
        problem: enabled ? problemOf(state) : null,
      }))
      const lines = listed.map(
        ({ server, state, tools, problem }) =>
          `${server}: ${state}, ${counted(tools, 'tool')}${problem === null ? '' : ` (${problem})`}`,
      )
      return textResult(lines.length === 0 ? 'There are no servers.' : lines.join('\n'), { servers: listed })
    },
  })
}

function problemOf(state: ConnectionState): string | null {
  return errorIn(state)?.message ?? null
}
