import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { expect, onTestFinished, test } from 'vitest'
import { AppError } from '#contract/errors'
import { systemClock } from '#engine/clock'
import type { Engine } from '#engine/createEngine'
import type { Vault } from '#engine/ports'
import { connectControl } from '#main/host/control/controlClient'
import { lockDataFolder } from '#main/host/dataFolderLock'
import { openHost } from '#main/host/openHost'
import type { HostParts } from '#main/host/openHost'
import type { HostOptions } from '#main/host/host'
import { createWires } from '#main/host/wires/wires'
import { createFakeRouter } from '#test/integration/host/fakeRouter'
import { recordingLog, send } from '#test/integration/host/openDoor'
import { temporaryFolder } from '#test/support/temporaryFolder'

async function prepare(overrides: { vault?: Vault; failing?: 'engine' | 'config'; conversations?: number } = {}) {
  const dataFolder = await temporaryFolder()
  const steps: string[] = []
  const hidden: string[] = []
  const engine = {
    gateway: { handle: async () => {}, inUse: () => ({ clients: 0 }) },
    chat: { running: overrides.conversations ?? 0 },
    openConfigFile: async (path: string) => {
      if (overrides.failing === 'config') throw new AppError('INVALID_INPUT', 'no JSON')
      steps.push(`config ${path}`)
    },
    registry: { strictProjectsStarted: async () => undefined },
    close: async () => void steps.push('engine closed'),
  } as unknown as Engine
  const parts: HostParts = {
    openPorts: ({ environment, version }) => ({
      ports: {
        clock: systemClock,
        log: recordingLog(),
        vault: overrides.vault ?? noVault,
        sharedVaultKey: null,
        redactor: { add: (secret) => void hidden.push(secret), redact: (text) => text },
        paths: { dataFolder, reaper: { command: '', program: () => '', env: {} } },
        ownCommand: { command: '', args: [], env: {} },
        makeId: () => 'id',
        random: () => 0.5,
        environment,
        loginShell: null,
        allowEnvironment: false,
        version,
        databaseUrl: null,
      },
      close: async () => void steps.push('log written'),
    }),
    createEngine: async () => {
      if (overrides.failing === 'engine') throw new AppError('STORE_TOO_NEW', 'too new')
      steps.push('engine')
      return engine
    },
    openWires: (_engine, _facts, log) => createWires(createFakeRouter().router, log),
  }
  const options: HostOptions = {
    kind: 'headless',
    version: '0.0.0',
    dataFolder,
    port: 0,
    pageFolder: null,
    configFile: null,
    environment: {},
    reaperModule: '',
    warnOnStderr: false,
  }
  const open = async (changes: Partial<HostOptions> = {}) => {
    const host = await openHost(parts, { ...options, ...changes })
    onTestFinished(() => host.close())
    return host
  }
  const isFree = () => lockDataFolder(dataFolder).release()
  return { dataFolder, steps, hidden, open, isFree }
}

const noVault: Vault = {
  get: () => Promise.reject(new AppError('VAULT_UNAVAILABLE', 'none')),
  set: () => Promise.reject(new AppError('VAULT_UNAVAILABLE', 'none')),
  remove: () => Promise.reject(new AppError('VAULT_UNAVAILABLE', 'none')),
}

function memoryVault() {
  const kept = new Map<string, string>()
  const vault: Vault = {
    get: async (name) => kept.get(name) ?? null,
    set: async (name, value) => void kept.set(name, value),
    remove: async (name) => void kept.delete(name),
  }
  return { kept, vault }
}

test('a host opens both doors, and frees the port, the socket and the folder when it closes', async () => {
  const { dataFolder, steps, open, isFree } = await prepare()
  const host = await open({ configFile: '/some/file.json' })
  expect((await send(host.url ?? '', { path: '/healthz' })).status).toBe(200)
  const connection = await connectControl(dataFolder)
  expect(await connection?.client.projects.list()).toEqual([])
  await Promise.all([host.close(), host.close()])
  await connection?.closed
  expect(steps).toEqual(['engine', 'config /some/file.json', 'engine closed', 'log written'])
  await expect(send(host.url ?? '', { path: '/healthz' })).rejects.toThrow('ECONNREFUSED')
  expect(await connectControl(dataFolder)).toBeNull()
  expect(isFree).not.toThrow()
})

test('a store that cannot be opened leaves the folder free for a version that can open it', async () => {
  const { steps, open, isFree } = await prepare({ failing: 'engine' })
  await expect(open()).rejects.toMatchObject({ code: 'STORE_TOO_NEW' })
  expect(steps).toEqual(['log written'])
  expect(isFree).not.toThrow()
})

test('an invalid configuration file ends the engine that was started for it', async () => {
  const { steps, open, isFree } = await prepare({ failing: 'config' })
  await expect(open({ configFile: '/some/file.json' })).rejects.toMatchObject({ code: 'INVALID_INPUT' })
  expect(steps).toEqual(['engine', 'engine closed', 'log written'])
  expect(isFree).not.toThrow()
})

test('a taken port also ends the engine, so that no servers run without a door', async () => {
  const other = createServer().listen(0, '127.0.0.1')
  await once(other, 'listening')
  onTestFinished(() => void other.close())
  const { steps, open, isFree } = await prepare()
  await expect(open({ port: (other.address() as AddressInfo).port })).rejects.toMatchObject({ code: 'CONFLICT' })
  expect(steps).toEqual(['engine', 'engine closed', 'log written'])
  expect(isFree).not.toThrow()
})

// Catches two data folders that compete for one port as soon as two clients start their bridges.
test('an engine that was started implicitly runs without a port if the port is taken', async () => {
  const other = createServer().listen(0, '127.0.0.1')
  await once(other, 'listening')
  onTestFinished(() => void other.close())
  const { open } = await prepare()
  const host = await open({ port: (other.address() as AddressInfo).port, tenure: 'idle' })
  expect(host.url).toBeNull()
})

test('a host counts its current users, and those that came and went', async () => {
  const { dataFolder, open } = await prepare()
  const host = await open({ port: null })
  expect(host.use()).toEqual({ open: 0, begun: 0 })
  const connection = await connectControl(dataFolder)
  expect(host.use()).toEqual({ open: 1, begun: 1 })
  connection?.close()
  await connection?.closed
  await expect.poll(() => host.use()).toEqual({ open: 0, begun: 1 })
})

test('a temporary engine waits for other commands that found it, and accepts no new ones', async () => {
  const { dataFolder, open } = await prepare()
  const host = await open({ port: null })
  const other = await connectControl(dataFolder)
  const gone = host.emptied(false)
  expect(await connectControl(dataFolder)).toBeNull()
  expect(await other?.client.projects.list()).toEqual([])
  other?.close()
  await expect(gone).resolves.toBeUndefined()
})

test('a chat turn counts as use even when its page is closed, so that the engine does not close in the middle of the turn', async () => {
  const { open } = await prepare({ conversations: 1 })
  expect((await open()).use()).toEqual({ open: 1, begun: 0 })
})

test('the token is kept in the vault, so connected clients keep working', async () => {
  const { vault } = memoryVault()
  const [first, second] = [await prepare({ vault }), await prepare({ vault })]
  expect((await first.open()).token).toBe((await second.open()).token)
})

test('without a vault the token is valid for this run; the log hides it in both cases', async () => {
  const { hidden, open } = await prepare()
  const { token } = await open()
  expect(token.length).toBeGreaterThan(30)
  expect(hidden).toEqual([token])
})

test('a token from outside is used unchanged and not stored', async () => {
  const { kept, vault } = memoryVault()
  const { open } = await prepare({ vault })
  const given = 'given-by-somebody'
  expect((await open({ environment: { SWITCHBOARD_TOKEN: ` ${given} ` } })).token).toBe(given)
  expect(kept.size).toBe(0)
})

test.each(['short', 'fifteen-letters', 'a token of two words', 'ein-Tökén-mit-Ümlauten', 'one\u0000with-a-control'])(
  'a weak token, or one that no header can carry, is refused with what to do: %j',
  async (weak) => {
    const { open, isFree } = await prepare()
    await expect(open({ environment: { SWITCHBOARD_TOKEN: weak } })).rejects.toMatchObject({
      code: 'INVALID_INPUT',
      message: expect.stringMatching(/SWITCHBOARD_TOKEN.*openssl rand/),
    })
    expect(isFree).not.toThrow()
    const { kept, vault } = memoryVault()
    kept.set('access-token', weak)
    const { open: openWith } = await prepare({ vault })
    const { token } = await openWith()
    expect([token.length > 30, kept.get('access-token')]).toEqual([true, token])
  },
)

test('a command without a door does not open the vault, so that the keychain does not prompt for a list of servers', async () => {
  const { kept, vault } = memoryVault()
  const { open } = await prepare({ vault })
  await open({ port: null })
  expect(kept.size).toBe(0)
})
