/** A gateway in the comparison: how it is started in front of the one MCP server, and how a client reaches it. */
import { createServer, type AddressInfo } from 'node:net'
import { fileURLToPath } from 'node:url'
import type { Endpoint } from '#bench/load/mcpClient'
import type { RunningProcess, Workspace } from '#bench/machine/workspace'

export interface Gateway {
  readonly key: string
  readonly title: string
  /** How a client reaches the gateway, for the report. */
  readonly wire: string
  start(workspace: Workspace): Promise<StartedGateway>
}

export interface StartedGateway {
  readonly process: RunningProcess
  readonly endpoint: Endpoint
}

/** Servers as in users' configuration files. */
export interface McpServers {
  readonly [name: string]: { readonly command: string; readonly args: readonly string[]; readonly concurrency?: number }
}

/** A gateway in front of many servers, behind one address. */
export interface ManyGateway {
  readonly key: string
  readonly title: string
  /** `folder` is new, or one that an earlier run left. */
  start(workspace: Workspace, servers: McpServers, folder: string): Promise<StartedGateway>
}

export const startDeadlineMs = 20_000
export const serverScript = fileURLToPath(import.meta.resolve('#bench/servers/echoServer'))

/** Finds a free port for gateways that do not report theirs and so cannot use port 0. */
export function freePort(): Promise<number> {
  return new Promise((resolve, reject) => {
    const probe = createServer()
    probe.once('error', reject)
    probe.listen(0, '127.0.0.1', () => {
      const { port } = probe.address() as AddressInfo
      probe.close(() => resolve(port))
    })
  })
}
