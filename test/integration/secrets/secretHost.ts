/** A real host whose vault is a sealed file, used through its control socket as the command does. */
import { join, resolve } from 'node:path'
import { onTestFinished, vi } from 'vitest'
import type { ConnectionState, ServerSnapshot, StdioLaunch } from '#contract/servers/server'
import { connectControl, type ContractClient } from '#main/host/control/controlClient'
import { startHost } from '#main/host/startHost'
import type { HostOptions } from '#main/host/host'
import { temporaryFolder } from '#test/support/temporaryFolder'

const root = join(import.meta.dirname, '..', '..', '..')

export function serverLaunch(file: string, env: Record<string, string> = {}, ...args: string[]): StdioLaunch {
  return { transport: 'stdio', command: process.execPath, args: [resolve(root, file), ...args], env }
}

export async function openSecretHost(options: Partial<HostOptions> = {}) {
  const dataFolder = options.dataFolder ?? (await temporaryFolder())
  const environment = { PATH: process.env['PATH'], SWITCHBOARD_VAULT_KEY: 'key of the test', LOG_LEVEL: 'debug' }
  const host = await startHost({
    kind: 'headless',
    version: '0.0.0',
    port: null,
    pageFolder: null,
    configFile: null,
    environment: { ...environment, ...options.environment },
    reaperModule: join(root, 'out', 'main', 'reaper.js'),
    warnOnStderr: false,
    ...options,
    dataFolder,
  })
  const connection = await connectControl(dataFolder)
  if (connection === null) throw new Error('no host answers at the control socket')
  const close = async () => {
    connection.close()
    await host.close()
  }
  onTestFinished(close)
  return { dataFolder, client: connection.client, close }
}

export async function find(client: ContractClient, slug: string): Promise<ServerSnapshot> {
  const found = (await client.servers.list()).find((server) => server.slug === slug)
  if (found === undefined) throw new Error(`there is no server ${slug}`)
  return found
}

/** Follows the events until the server is in a state of this kind. */
export async function until<K extends ConnectionState['kind']>(client: ContractClient, slug: string, kind: K) {
  return vi.waitFor(
    async () => {
      const { state } = await find(client, slug)
      if (state.kind !== kind) throw new Error(`${slug} is ${JSON.stringify(state)}`)
      return state as Extract<ConnectionState, { kind: K }>
    },
    { timeout: 20_000 },
  )
}

export async function textOf(client: ContractClient, name: string, input: Record<string, unknown> = {}) {
  const result = await client.tools.call({ name, arguments: input })
  const [first] = (result.content ?? []) as { text: string }[]
  return first?.text
}
