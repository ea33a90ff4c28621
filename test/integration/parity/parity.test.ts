import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { ORPCError } from '@orpc/client'
import { expect, onTestFinished, test, vi } from 'vitest'
import type { ContractClient } from '#main/host/control/controlClient'
import { isObject } from '#contract/jsonRpc/jsonObject'
import { startHost } from '#main/host/startHost'
import { openWire, wireNames } from '#test/integration/parity/openWire'
import type { WireName } from '#test/integration/parity/openWire'
import { routes } from '#test/integration/parity/routes'
import { normalise } from '#test/integration/parity/normalise'
import { clientSteps } from '#test/integration/parity/clientSteps'
import { chatSteps } from '#test/integration/parity/chatSteps'
import { accessSteps } from '#test/integration/parity/accessSteps'
import { hostingSteps, noDocker } from '#test/integration/parity/hostingSteps'
import { pairSteps } from '#test/integration/parity/pairSteps'
import { projectSteps } from '#test/integration/parity/projectSteps'
import { questionSteps } from '#test/integration/parity/questionSteps'
import { signInSteps } from '#test/integration/parity/signInSteps'
import type { Step } from '#test/integration/parity/step'
import { temporaryFolder } from '#test/support/temporaryFolder'
import { serverFile } from '#test/support/testServers'

const root = join(import.meta.dirname, '..', '..', '..')
const reaperModule = join(root, 'out', 'main', 'reaper.js')
const echo = { command: process.execPath, args: [serverFile('echo')] }
const manifest = JSON.stringify({
  id: 'pack',
  name: 'Pack',
  version: '1',
  mcp: { servers: { packed: { ...echo, enabled: false }, other: { ...echo, enabled: false } } },
})
const consent = async (client: ContractClient) => (await client.products.preview({ manifest })).consent
const configuration = JSON.stringify({ mcpServers: { imported: echo, odd: {} } })

/**
 * One life of a host over one wire. The script contains every route of the contract, most of them also with a failing
 * call.
 */
const script: readonly Step[] = [
  { route: 'app.info' },
  { route: 'app.token' },
  { route: 'app.signInAddress' },
  ...projectSteps,
  { route: 'servers.list' },
  { route: 'servers.add', input: { name: 'Echo', launch: { transport: 'stdio', ...echo, env: { A: 'b' } } } },
  { route: 'servers.add', fails: 'INVALID_INPUT', input: { name: '', launch: { transport: 'stdio', command: ' ' } } },
  { route: 'servers.add', fails: 'INVALID_INPUT', input: { name: 'x', launch: { transport: 'pigeon' } } },
  { route: 'servers.list', after: isReady },
  { route: 'servers.log', input: { slug: 'echo', follow: false }, batches: 1 },
  { route: 'servers.log', fails: 'NOT_FOUND', input: { slug: 'nobody', follow: false }, batches: 1 },
  { route: 'tools.list', input: {} },
  { route: 'tools.list', input: { server: 'echo' } },
  { route: 'tools.list', fails: 'NOT_FOUND', input: { server: 'nobody' } },
  { route: 'tools.list', input: { projectId: 'default' } },
  { route: 'tools.list', fails: 'NOT_FOUND', input: { projectId: 'nowhere' } },
  { route: 'tools.listed' },
  { route: 'tools.listed', input: { projectId: 'default' } },
  { route: 'tools.inSight', input: { projectId: 'default' } },
  { route: 'tools.inSight', fails: 'NOT_FOUND', input: { clientId: 'nobody' } },
  ...pairSteps,
  ...accessSteps,
  { route: 'tools.call', input: { name: 'echo', arguments: { text: 'hello' } } },
  { route: 'tools.call', input: { name: 'structured' } },
  { route: 'tools.call', fails: 'NOT_FOUND', input: { name: 'echo', projectId: 'nowhere' } },
  { route: 'tools.call', input: { name: 'fail' } },
  { route: 'tools.call', fails: 'SERVER_ERROR', input: { name: 'rpcError' } },
  { route: 'tools.call', fails: 'UNKNOWN_TOOL', input: { name: 'nobody' } },
  { route: 'tools.call', fails: 'INVALID_INPUT', input: { arguments: {} } },
  { route: 'tools.try', input: { name: 'echo', arguments: { text: 'hello' } }, batches: 1 },
  { route: 'tools.try', fails: 'UNKNOWN_TOOL', input: { name: 'nobody' }, batches: 1 },
  { route: 'calls.list', input: {}, after: (client) => areRecorded(client, 7) },
  { route: 'calls.list', input: { server: 'echo', status: 'failed', text: 'IT FAILED', limit: 1 } },
  { route: 'calls.list', input: { order: 'oldest', limit: 2 } },
  { route: 'calls.list', fails: 'INVALID_INPUT', input: { cursor: 'x' } },
  { route: 'calls.list', fails: 'INVALID_INPUT', input: { order: 'loudest' } },
  { route: 'tools.usage', input: {} },
  { route: 'calls.get', inputFrom: async (client) => ({ id: (await newestCall(client)).id }) },
  { route: 'calls.get', fails: 'NOT_FOUND', input: { id: '00000000000000000000' } },
  { route: 'calls.read', inputFrom: async (client) => ({ id: (await newestCall(client)).id, part: 'arguments' }) },
  { route: 'calls.read', fails: 'INVALID_INPUT', input: { id: '00000000000000000000', part: 'result', offset: -1 } },
  { route: 'tools.setEnabled', input: { server: 'echo', names: ['echo'], enabled: false } },
  { route: 'tools.call', fails: 'UNKNOWN_TOOL', input: { name: 'echo', arguments: { text: 'hello' } } },
  { route: 'servers.setEnabled', input: { slug: 'echo', enabled: false } },
  { route: 'servers.setEnabled', fails: 'INVALID_INPUT', input: { slug: 'NOT A SLUG', enabled: false } },
  { route: 'servers.restart', fails: 'CONFLICT', input: { slug: 'echo' } },
  { route: 'servers.setEnabled', input: { slug: 'echo', enabled: true } },
  { route: 'servers.update', input: { slug: 'echo', description: 'd', trusted: true, sessions: 'shared' } },
  { route: 'servers.update', fails: 'INVALID_INPUT', input: { slug: 'echo', idleStopMs: 1 } },
  { route: 'servers.restart', input: { slug: 'echo' } },
  { route: 'servers.remove', input: { slug: 'echo' }, after: isReady },
  { route: 'servers.remove', fails: 'NOT_FOUND', input: { slug: 'echo' } },
  { route: 'servers.restore', input: { slug: 'echo' } },
  { route: 'servers.restore', fails: 'NOT_FOUND', input: { slug: 'echo' } },
  { route: 'servers.previewImport', input: { text: configuration } },
  { route: 'servers.previewImport', fails: 'INVALID_INPUT', input: { text: '{ no JSON' } },
  { route: 'servers.import', input: { text: configuration, names: ['imported'] } },
  { route: 'servers.import', input: { text: configuration, names: ['imported'], rename: { imported: 'Again' } } },
  { route: 'servers.undoImport', fails: 'NOT_FOUND', input: { id: 'none' } },
  { route: 'servers.import', fails: 'INVALID_INPUT', input: { text: configuration, names: ['odd'] } },
  { route: 'servers.import', fails: 'INVALID_INPUT', input: { text: configuration, names: [] } },
  ...signInSteps,
  ...clientSteps,
  { route: 'doctor.run', input: { slug: 'imported' }, batches: 1 },
  { route: 'doctor.run', fails: 'NOT_FOUND', input: { slug: 'nobody' }, batches: 1 },
  { route: 'secrets.set', input: { name: 'TOKEN', value: 'value-of-the-test' } },
  { route: 'secrets.set', fails: 'INVALID_INPUT', input: { name: 'no name', value: '' } },
  { route: 'secrets.set', fails: 'NOT_FOUND', input: { name: 'TOKEN', value: 'x', projectId: 'nobody' } },
  { route: 'secrets.list', input: {} },
  { route: 'secrets.list', fails: 'INVALID_INPUT', input: { file: 'relative.json' } },
  { route: 'secrets.allowFile', input: { file: '/some/file.json', allowed: true } },
  { route: 'secrets.vault' },
  { route: 'secrets.permissions' },
  { route: 'secrets.allowEnvironment', input: { allowed: false } },
  { route: 'secrets.remove', input: { name: 'TOKEN' } },
  { route: 'secrets.remove', fails: 'NOT_FOUND', input: { name: 'TOKEN' } },
  { route: 'products.preview', input: { manifest } },
  { route: 'products.preview', fails: 'INVALID_INPUT', input: { manifest: 'just words' } },
  { route: 'products.install', fails: 'CONFLICT', input: { manifest, consent: 'none' } },
  { route: 'products.install', inputFrom: async (client) => ({ manifest, consent: await consent(client) }) },
  { route: 'products.list' },
  { route: 'products.uninstall', input: { id: 'pack' } },
  { route: 'products.uninstall', fails: 'NOT_FOUND', input: { id: 'pack' } },
  ...chatSteps,
  ...hostingSteps,
  ...questionSteps,
  { route: 'settings.get' },
  { route: 'settings.update', input: { keepCallsDays: 7, nativeTools: 'everyone' } },
  { route: 'settings.update', fails: 'INVALID_INPUT', input: { keepCallsDays: 0 } },
  { route: 'events.subscribe', batches: 1 },
]

/** Waits until this many calls are recorded, because calls are recorded in batches, some time after their answers. */
async function areRecorded(client: ContractClient, count: number) {
  const recorded = async () => expect((await client.calls.list({})).calls).toHaveLength(count)
  await vi.waitFor(recorded, { timeout: 20_000 })
}

async function newestCall(client: ContractClient) {
  const [newest] = (await client.calls.list({ limit: 1 })).calls
  if (newest === undefined) throw new Error('no call was recorded')
  return newest
}

async function isReady(client: ContractClient) {
  const ready = async () => {
    const [server] = await client.servers.list()
    expect(server?.state.kind).toBe('ready')
    expect(server?.tools.total).toBeGreaterThan(0)
  }
  await vi.waitFor(ready, { timeout: 20_000 })
}

type Call = (input: unknown) => Promise<unknown>

async function perform(client: ContractClient, step: Step): Promise<unknown> {
  await step.after?.(client)
  const call = step.route
    .split('.')
    .reduce<unknown>((part, name) => (part as Record<string, unknown>)[name], client) as Call
  try {
    const output = await call(step.inputFrom === undefined ? step.input : await step.inputFrom(client))
    return step.batches === undefined ? output : await take(output as AsyncIterable<unknown>, step.batches)
  } catch (error) {
    if (!(error instanceof ORPCError)) throw error
    return { failed: { code: error.code, status: error.status, message: error.message, data: error.data as unknown } }
  }
}

async function take(stream: AsyncIterable<unknown>, count: number): Promise<unknown[]> {
  const taken: unknown[] = []
  for await (const batch of stream) {
    taken.push(batch)
    if (taken.length === count) break
  }
  return taken
}

const nameOf = ({ route, input }: Step) => `${route} ${JSON.stringify(input)}`

/**
 * Returns the error code, or null if the call succeeded. An import's outcome also has a field `failed`, which is a list
 * and not an error.
 */
function failureOf(outcome: unknown): string | null {
  if (!isObject(outcome) || !isObject(outcome['failed'])) return null
  return String(outcome['failed']['code'])
}

async function transcript(name: WireName) {
  const dataFolder = await temporaryFolder()
  const host = await startHost({
    kind: 'headless',
    version: '0.0.0',
    dataFolder,
    port: 0,
    pageFolder: null,
    configFile: null,
    environment: {
      PATH: process.env['PATH'],
      // The test must not read the files of clients on this machine.
      HOME: dataFolder,
      SWITCHBOARD_TOKEN: 'token-of-the-test',
      SWITCHBOARD_VAULT_KEY: 'key',
      ...noDocker,
    },
    reaperModule,
    warnOnStderr: false,
  })
  onTestFinished(() => host.close())
  const { url, token, servePort } = host
  const wire = await openWire(name, { url: url ?? '', token, servePort })
  const outcomes: { step: string; outcome: unknown }[] = []
  for (const step of script) {
    const outcome = await perform(wire.client, step)
    outcomes.push({
      step: nameOf(step),
      outcome: normalise(outcome, { dataFolder, url }),
    })
  }
  wire.close()
  await host.close()
  return outcomes
}

test('every route of the contract is in the script, so a new route needs a step', () => {
  const covered = new Set(script.map((step) => step.route))
  expect(routes.filter((route) => !covered.has(route))).toEqual([])
  expect([...covered].filter((route) => !routes.includes(route))).toEqual([])
})

test('[R30] the same calls have the same outputs and the same errors on every wire', { timeout: 120_000 }, async () => {
  expect(existsSync(reaperModule), 'run `npm run build` first').toBe(true)
  const [port, ...others] = await Promise.all(wireNames.map(transcript))
  for (const other of others) expect(other).toEqual(port)
  const failures = port?.map(({ step, outcome }) => ({ step, fails: failureOf(outcome) }))
  expect(failures).toEqual(script.map((step) => ({ step: nameOf(step), fails: step.fails ?? null })))
})
