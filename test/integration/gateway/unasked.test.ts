/**
 * Servers' unsolicited messages, to clients of both eras on all ways in. Each message reaches only the client that it
 * can concern, at that client's log level. A message that could concern another client is withheld, counted and
 * mentioned in the log.
 */
import { describe, expect, it, onTestFinished, vi } from 'vitest'
import { newServer } from '#contract/servers/server'
import { systemClock } from '#engine/clock'
import type { Engine } from '#engine/createEngine'
import { type Line, type MatrixClient, openClientAt, type Way } from '#test/integration/gateway/matrix/matrixClients'
import { type MatrixPlace, openDoorOf } from '#test/integration/gateway/matrix/matrixPlace'
import type { Json } from '#test/support/mcpClients'
import { type SdkServer, startV1, startV2 } from '#test/servers/remoteSdk'
import { startTestEngine, testServer } from '#test/support/testEngine'

interface Place extends MatrixPlace {
  readonly engine: Engine
  /** The server's output, and the engine's lines about the server. */
  readonly printed: () => string[]
}

/** A clock on which a cancelled call keeps its slot for the whole test. */
const clock: typeof systemClock = {
  ...systemClock,
  after: (delayMs, callback) =>
    delayMs === 5_000 ? { cancel: () => undefined } : systemClock.after(delayMs, callback),
}

async function start(transport: 'stdio' | 'http', era: 'legacy' | 'modern'): Promise<Place> {
  const launch = testServer('chatty', '--era', era)
  const remote = transport === 'http' ? await startTestEngine({ far: { launch } }) : null
  const place = remote === null ? launch : { transport, url: `${await openDoorOf(remote, era === 'legacy')}/mcp/s/far` }
  return startBefore(place, remote === null ? null : () => linesOf(remote, 'far'))
}

async function startBefore(launch: unknown, printed: (() => string[]) | null = null): Promise<Place> {
  const engine = await startTestEngine({}, { clock })
  await engine.servers.add(newServer.parse({ name: 'one', launch }))
  await engine.registry.use({ kind: 'all' })
  const url = await openDoorOf(engine, false)
  return { engine, gateway: engine.gateway, url, printed: printed ?? (() => linesOf(engine, 'one')) }
}

function linesOf(engine: Engine, slug: string): string[] {
  return engine.registry
    .connection(slug)
    .log.lines()
    .map(({ text }) => text)
}

async function open(place: Place, line: Line, way: Way): Promise<MatrixClient> {
  const client = await openClientAt(place, line, way, { path: '', project: null })
  onTestFinished(() => client.close())
  await call(client, 'echo', { text: 'here' })
  return client
}

function call(client: MatrixClient, name: string, args: Json, signal?: AbortSignal): Promise<Json> {
  const level = client.isModern ? { _meta: { 'io.modelcontextprotocol/logLevel': 'debug' } } : {}
  return client.request('tools/call', { name, arguments: args, ...level }, signal === undefined ? {} : { signal })
}

/**
 * Lets the page, which is not a client, call a tool that logs something after the call is over. Resolves once the line
 * is logged, because a message during the next call may belong to that call.
 */
async function sayLater({ engine, printed }: Place, args: Json): Promise<void> {
  const said = () => printed().filter((line) => line === 'said').length
  const before = said()
  const caller = { key: 'page', capabilities: {}, ask: null }
  const result = await engine.router.callTool({ kind: 'all' }, { params: { name: 'later', arguments: args }, caller })
  process.kill(Number((result['content'] as { text: string }[])[0]?.text), 'SIGUSR2')
  await came(() => expect(said()).toBe(before + 1))
}

/** Returns a metric of the server, as a monitoring system reads it. */
function figure({ engine }: Place, name: string): number {
  return Number(new RegExp(`^${name}\\{server="one"\\} (\\d+)$`, 'm').exec(engine.metrics.text())?.[1] ?? 0)
}
const running = (place: Place) => figure(place, 'switchboard_calls_running')
const keptBack = (place: Place) => figure(place, 'switchboard_server_messages_kept_back_total')
const heard = ({ told }: MatrixClient) =>
  told.filter(({ method }) => method === 'notifications/message').map(({ params }) => params['data'])

/** Starts calls that the server keeps working on. Returns a function that cancels them. */
async function hold(place: Place, client: MatrixClient, count: number): Promise<() => void> {
  const leave = new AbortController()
  onTestFinished(() => leave.abort('over'))
  const before = running(place)
  for (let one = 0; one < count; one++) call(client, 'hold', {}, leave.signal).catch(() => undefined)
  await vi.waitFor(() => expect(running(place)).toBe(before + count), { timeout: 10_000 })
  return () => leave.abort('taken back')
}

const came = (check: () => void) => vi.waitFor(check, { timeout: 10_000 })

interface Case {
  readonly what: string
  /** The number of calls that the first client has under way. `theirs` is that of a second client, if there is one. */
  readonly mine: number
  readonly theirs?: number
  readonly takenBack?: 'mine' | 'theirs'
  readonly reaches: 'me' | 'nobody'
  /** Whom a server's message over HTTP reaches, if that differs. */
  readonly overHttp?: 'me'
}

const cases: readonly Case[] = [
  { what: 'one client, between calls', mine: 0, reaches: 'me' },
  { what: 'one client with a call', mine: 1, reaches: 'me' },
  { what: 'one client with two calls', mine: 2, reaches: 'me' },
  { what: 'one client with a cancelled call', mine: 1, takenBack: 'mine', reaches: 'me' },
  { what: 'two clients, between calls', mine: 0, theirs: 0, reaches: 'nobody' },
  { what: 'two clients, one with a call', mine: 1, theirs: 0, reaches: 'me' },
  { what: 'two clients, one with two calls', mine: 2, theirs: 0, reaches: 'me' },
  { what: 'two clients with a call each', mine: 1, theirs: 1, reaches: 'nobody' },
  // Over HTTP, a server that has ended a cancelled call's response is done with the call.
  {
    what: 'two clients with a call each, one cancelled',
    mine: 1,
    theirs: 1,
    takenBack: 'theirs',
    reaches: 'nobody',
    overHttp: 'me',
  },
]
const casesOver = (transport: 'stdio' | 'http') =>
  cases.map((one) => ({ ...one, reaches: transport === 'http' ? (one.overHttp ?? one.reaches) : one.reaches }))

describe.each<[Line, Way, 'stdio' | 'http']>([
  ['SDK v1', 'http', 'stdio'],
  ['SDK v1', 'http', 'http'],
  ['SDK v2 legacy', 'stdio', 'stdio'],
  ['SDK v2 legacy', 'sse', 'stdio'],
])('an unsolicited message from a legacy server, to %s on %s, over %s', (line, way, transport) => {
  it.each(casesOver(transport))(
    '[R16] with $what it reaches $reaches',
    { timeout: 60_000 },
    async ({ mine, theirs, takenBack, reaches }) => {
      const place = await start(transport, 'legacy')
      const reachesMe = reaches === 'me'
      const isDone = reachesMe && takenBack === 'theirs'
      const me = await open(place, line, way)
      const other = theirs === undefined ? null : await open(place, line, way)
      const leave = await hold(place, me, mine)
      const otherLeaves = other === null ? null : await hold(place, other, theirs ?? 0)
      if (takenBack === 'mine') leave()
      if (takenBack === 'theirs') otherLeaves?.()
      if (isDone) await came(() => expect(running(place)).toBe(1))
      await sayLater(place, { level: 'info', text: 'news' })
      if (reachesMe) await came(() => expect(heard(me)).toEqual(['news']))
      else await came(() => expect(keptBack(place)).toBe(1))
      expect([heard(me), other === null ? [] : heard(other), keptBack(place)]).toEqual(
        reachesMe ? [['news'], [], 0] : [[], [], 1],
      )
    },
  )
})

it('[R16] withheld messages are counted, and mentioned once in the server’s log', { timeout: 60_000 }, async () => {
  const place = await start('stdio', 'legacy')
  await open(place, 'SDK v1', 'http')
  await open(place, 'SDK v1', 'http')
  for (const text of ['one', 'two', 'three']) await sayLater(place, { level: 'info', text })
  const said =
    '3 log messages could not be attributed and were kept back: several clients use this server, and it does not say which one it means.'
  await came(() => expect(place.printed().filter((text) => text.includes('kept back'))).toEqual([said]))
  expect(keptBack(place)).toBe(3)
})

it('[R16] a message can no longer concern a client that has gone', { timeout: 60_000 }, async () => {
  const place = await start('stdio', 'legacy')
  const [me, other] = [await open(place, 'SDK v1', 'stdio'), await open(place, 'SDK v1', 'stdio')]
  await other.close()
  await came(() => expect(place.gateway.inUse().channels).toBe(1))
  await sayLater(place, { level: 'info', text: 'news' })
  await came(() => expect(heard(me)).toEqual(['news']))
})

it('[R16] a client gets the log level it wants, also between its calls', { timeout: 60_000 }, async () => {
  const place = await start('stdio', 'legacy')
  const me = await open(place, 'SDK v1', 'http')
  await me.request('logging/setLevel', { level: 'error' })
  await sayLater(place, { level: 'info', text: 'mild' })
  await sayLater(place, { level: 'critical', text: 'grave' })
  await came(() => expect(heard(me)).toEqual(['grave']))
  expect(keptBack(place)).toBe(0)
})

it.each<[string, Json, boolean]>([
  ['comes from a vendor', { method: 'notifications/vendor/news' }, true],
  ['is progress of a call that is over', { method: 'notifications/progress' }, false],
  ['is for Switchboard alone', { method: 'notifications/tools/list_changed' }, false],
  ['was not asked for', { method: 'notifications/resources/updated' }, false],
])(
  '[R16] a message that %s is delivered like a log message, or not at all (%j: %s)',
  { timeout: 60_000 },
  async (_what, args, isTold) => {
    const place = await start('stdio', 'legacy')
    const me = await open(place, 'SDK v1', 'stdio')
    await sayLater(place, args)
    await sayLater(place, { level: 'info', text: 'end' })
    await came(() => expect(heard(me)).toEqual(['end']))
    expect(me.told.some(({ method }) => method === args['method'])).toBe(isTold)
    expect(keptBack(place)).toBe(0)
  },
)

describe.each<['stdio' | 'http', 'legacy' | 'modern', readonly ['nobody', 'me', 'me' | 'nobody']]>([
  ['stdio', 'legacy', ['nobody', 'me', 'me']],
  ['stdio', 'modern', ['nobody', 'me', 'me']],
  // This server is behind another Switchboard, which may serve several clients when a client has no session.
  ['http', 'modern', ['nobody', 'me', 'nobody']],
])('an unsolicited message from a server, to a modern client on stdio, over %s (%s)', (transport, era, reaches) => {
  it.each([0, 1, 2])('[R16] with %i calls under way', { timeout: 60_000 }, async (mine) => {
    const place = await start(transport, era)
    const me = await open(place, 'SDK v2 modern', 'stdio')
    await hold(place, me, mine)
    await sayLater(place, { level: 'info', text: 'news' })
    if (reaches[mine] === 'me') await came(() => expect(heard(me)).toEqual(['news']))
    else {
      await call(me, 'echo', { text: 'end' })
      expect(heard(me)).toEqual([])
    }
    expect(keptBack(place)).toBe(0)
  })
})

it.each<[string, () => Promise<SdkServer>]>([
  ['legacy', () => startV1('http')],
  ['modern', () => startV2('reject')],
])(
  '[R16] over HTTP (%s) a message in the response of a call belongs to that call, whatever other calls there are',
  { timeout: 60_000 },
  async (_era, startServer) => {
    const server = await startServer()
    onTestFinished(() => server.close())
    const place = await startBefore({ transport: 'http', url: server.url })
    const clients = [await open(place, 'SDK v1', 'http'), await open(place, 'SDK v1', 'stdio')]
    const leave = new AbortController()
    onTestFinished(() => leave.abort('over'))
    for (const [index, client] of clients.entries()) {
      call(client, 'echo', { say: `to ${index}`, hold: true }, leave.signal).catch(() => undefined)
      await came(() => expect(heard(client)).toEqual([`to ${index}`]))
    }
    expect(clients.map(heard)).toEqual([['to 0'], ['to 1']])
    expect(keptBack(place)).toBe(0)
  },
)
