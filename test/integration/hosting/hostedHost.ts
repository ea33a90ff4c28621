/**
 * Starts an engine with its REST API on an in-memory runtime. Everything that outlives an engine (runtime, folder,
 * vault) is passed to the next one.
 */
import { randomUUID } from 'node:crypto'
import { onTestFinished } from 'vitest'
import type { HostedServer } from '#contract/hosting/hostedServer'
import { systemClock } from '#engine/clock'
import { createEngine, type Engine } from '#engine/createEngine'
import { implementContract } from '#engine/handlers'
import type { Clock, Ports, Vault } from '#engine/ports'
import { openStore, type Store } from '#engine/store/openStore'
import type { WorkspaceRow } from '#engine/store/servers/workspaceStore'
import { openHttpServer } from '#main/host/http/httpServer'
import { createWires } from '#main/host/wires/wires'
import { behaving, failing, silent } from '#test/support/hosting/fakeImages'
import { FakeProvider } from '#test/support/hosting/fakeProvider'
import { type FakeImage, FakeRuntime } from '#test/support/hosting/fakeRuntime'
import { recordingLog } from '#test/support/recordingLog'
import { temporaryFolder } from '#test/support/temporaryFolder'
import { testHost } from '#test/support/testHost'
import { testPorts } from '#test/support/testPorts'

const token = 'the-token'

export function memoryVault(): Vault {
  const values = new Map<string, string>()
  return {
    get: (name) => Promise.resolve(values.get(name) ?? null),
    set: async (name, value) => void (await Promise.resolve(values.set(name, value))),
    remove: async (name) => void (await Promise.resolve(values.delete(name))),
  }
}

export interface Surroundings {
  readonly runtime: FakeRuntime
  readonly dataFolder: string
  readonly vault: Vault
  readonly clock: Clock
  readonly databaseUrl?: string | null
}

export async function surroundings(
  images: Readonly<Record<string, FakeImage>> = {},
  clock: Clock = systemClock,
): Promise<Surroundings> {
  const runtime = new FakeRuntime(clock, { good: behaving, silent, broken: failing(3, 'no such module\n'), ...images })
  return { runtime, dataFolder: await temporaryFolder(), vault: memoryVault(), clock }
}

/** Opens the engine's database a second time, to read the stored rows. */
export function storeOf({ dataFolder, clock, databaseUrl = null }: Surroundings): Promise<Store> {
  return openStore({ dataFolder, databaseUrl, log: recordingLog(), clock })
}

export interface RestAnswer {
  readonly status: number
  // Tests read the responses of REST field by field.
  // oxlint-disable-next-line typescript/no-explicit-any
  readonly body: any
}

export interface HostedHost {
  readonly engine: Engine
  readonly provider: FakeProvider
  readonly runtime: FakeRuntime
  readonly url: string
  readonly log: ReturnType<typeof recordingLog>
  rest(method: string, path: string, body?: unknown): Promise<RestAnswer>
  /** Registers a server, and throws if it is refused. */
  register(given?: object): Promise<HostedServer>
  get(id: string): Promise<HostedServer>
  callTool(id: string, name: string, args?: object): Promise<RestAnswer>
  storedRow(id: string): Promise<WorkspaceRow | undefined>
  /**
   * Acts like SIGKILL: nothing is reported any more, and nothing is stopped. The test should also stop the engine's
   * clock.
   */
  abandon(): void
  close(): Promise<void>
}

export async function hostedHost(around: Surroundings, overrides: Partial<Ports> = {}): Promise<HostedHost> {
  const { runtime, dataFolder, vault, clock, databaseUrl = null } = around
  const provider = new FakeProvider(runtime)
  const log = recordingLog()
  const ports = {
    ...testPorts(dataFolder),
    clock,
    log,
    vault,
    makeId: randomUUID,
    databaseUrl,
    containerProviders: [provider],
  }
  const engine = await createEngine({ ...ports, ...overrides })
  const wires = createWires(implementContract(engine, testHost(token)), log, () => undefined)
  const door = await openHttpServer({
    port: 0,
    token,
    version: '0.0.0',
    pageFolder: null,
    engine,
    wires,
    clock: systemClock,
    log,
  })
  const closing = async () => {
    await door.close()
    await engine.close()
  }
  let closed: Promise<void> | null = null
  const close = () => (closed ??= closing())
  onTestFinished(close)
  const rest = async (method: string, path: string, body?: unknown): Promise<RestAnswer> => {
    const answer = await fetch(`${door.url}/api/v1${path}`, {
      method,
      headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
      ...(body !== undefined && { body: JSON.stringify(body) }),
    })
    const text = await answer.text()
    return { status: answer.status, body: text === '' ? null : JSON.parse(text) }
  }
  const expectOk = ({ status, body }: RestAnswer): unknown => {
    if (status !== 200) throw new Error(`${status} ${JSON.stringify(body)}`)
    return body
  }
  return {
    engine,
    provider,
    runtime,
    url: door.url,
    log,
    rest,
    register: async (given = {}) =>
      expectOk(await rest('POST', '/mcp/servers', { name: 'notes', image: 'good', ...given })) as HostedServer,
    get: async (id) => expectOk(await rest('GET', `/mcp/servers/${id}`)) as HostedServer,
    callTool: (id, name, args = {}) =>
      rest('POST', `/mcp/servers/${id}/call`, { method: 'tools/call', params: { name, arguments: args } }),
    storedRow: async (id) => {
      const store = await storeOf(around)
      const rows = await store.workspaces.list()
      await store.close()
      return rows.find((row) => row.id === id)
    },
    abandon: () => provider.abandon(),
    close,
  }
}
