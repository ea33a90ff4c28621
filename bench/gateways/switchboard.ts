/**
 * Switchboard as it is shipped: the built command with a token of its own and all its checks, and one server that takes
 * 64 calls at a time.
 */
import { existsSync } from 'node:fs'
import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import {
  serverScript,
  startDeadlineMs,
  type Gateway,
  type ManyGateway,
  type McpServers,
  type StartedGateway,
} from '#bench/gateways/gateway'
import type { Workspace } from '#bench/machine/workspace'

export const builtFolder = join(import.meta.dirname, '..', '..', 'out')

export interface StartedSwitchboard extends StartedGateway {
  readonly url: string
  readonly token: string
}

export interface SwitchboardOptions {
  readonly nodeOptions?: readonly string[]
  /** The servers for a configuration file. Null: there is no such file. */
  readonly servers?: McpServers | null
  /** The data folder's parent. Absent: a new folder. */
  readonly folder?: string
  readonly env?: Readonly<Record<string, string>>
}

const oneServer: McpServers = { bench: { command: process.execPath, args: [serverScript], concurrency: 64 } }

export async function startSwitchboard(
  workspace: Workspace,
  { nodeOptions = [], servers: mcpServers = oneServer, folder: chosen, env = {} }: SwitchboardOptions = {},
): Promise<StartedSwitchboard> {
  const command = join(builtFolder, 'main', 'cli.js')
  if (!existsSync(command)) throw new Error('Switchboard is not built: npm run build.')
  const folder = chosen ?? (await workspace.makeFolder())
  const config = join(folder, 'servers.json')
  if (mcpServers !== null) await writeFile(config, JSON.stringify({ mcpServers }))
  const given = mcpServers === null ? [] : ['--config', config]
  const options = ['--json', '--port', '0', '--data', join(folder, 'data'), ...given]
  const started = workspace.start({ args: [...nodeOptions, command, 'serve', ...options], folder, env })
  const line = await started.waitForLine(/^(\{.*"ready":true.*\})\s*$/, startDeadlineMs)
  const { url, token } = JSON.parse(line) as { url: string; token: string }
  return {
    process: started,
    endpoint: { port: Number(new URL(url).port), path: '/mcp', wire: 'streamable', token },
    url,
    token,
  }
}

export const switchboardOfMany: ManyGateway = {
  key: 'switchboard',
  title: 'Switchboard',
  start: (workspace, servers, folder) => startSwitchboard(workspace, { servers, folder }),
}

export const switchboard: Gateway = {
  key: 'switchboard',
  title: 'Switchboard, every call recorded',
  wire: 'streamable HTTP at /mcp',
  start: (workspace) => startSwitchboard(workspace),
}

/** The call path without recording, for the comparison with the peers: none of them keeps records. */
export const switchboardUnrecorded: Gateway = {
  key: 'switchboard-unrecorded',
  title: 'Switchboard, recording off',
  wire: 'streamable HTTP at /mcp',
  async start(workspace) {
    const started = await startSwitchboard(workspace)
    const response = await fetch(`${started.url}/api/v1/settings`, {
      method: 'PATCH',
      headers: { authorization: `Bearer ${started.token}`, 'content-type': 'application/json' },
      body: JSON.stringify({ recording: 'off' }),
    })
    if (!response.ok) throw new Error(`Recording could not be switched off: ${response.status}.`)
    await response.arrayBuffer()
    return started
  },
}
