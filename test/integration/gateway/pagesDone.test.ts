/** A server reports that a page was visited. Only the client that was asked to visit the page is notified. */
import { expect, onTestFinished, test } from 'vitest'
import type { Engine } from '#engine/createEngine'
import { openDoor } from '#test/integration/gateway/engineDoor'
import { initializeParams, openLines, type RawLines, rawLines } from '#test/integration/gateway/lineClients'
import { events, type Json, nextEvent, openSession } from '#test/support/mcpClients'
import { startTestEngine, testServer } from '#test/support/testEngine'

const visiting = { elicitation: { url: {} } }

async function open(): Promise<Engine> {
  const engine = await startTestEngine({ asking: { launch: testServer('asking'), sessions: 'shared' } })
  await engine.registry.use({ kind: 'all' })
  return engine
}

interface Client extends RawLines {
  call(id: number, name: string, args?: Json): void
  /** Resolves with the answer and every notification before it. */
  until(id: number): Promise<Json[]>
}

async function connect({ gateway }: Engine, capabilities: Json = visiting): Promise<Client> {
  const stream = openLines(gateway)
  onTestFinished(() => void stream.destroy())
  const lines = rawLines(stream, stream)
  const until = async (id: number) => {
    const heard: Json[] = []
    do heard.push(await lines.next())
    while (heard.at(-1)?.['id'] !== id)
    return heard
  }
  lines.request(0, 'initialize', initializeParams('2025-11-25', capabilities))
  await until(0)
  lines.say({ jsonrpc: '2.0', method: 'notifications/initialized' })
  return { ...lines, until, call: (id, name, args = {}) => lines.request(id, 'tools/call', { name, arguments: args }) }
}

const done = (elicitationId: string) => ({
  jsonrpc: '2.0',
  method: 'notifications/elicitation/complete',
  params: { elicitationId },
})
const methodsOf = (heard: readonly Json[]) => heard.flatMap(({ method }) => method ?? [])

test('[R16] a client that got an error asking to visit a page is told that the page is done, long after the call', async () => {
  const engine = await open()
  const [mine, other] = [await connect(engine), await connect(engine)]
  mine.call(1, 'visit')
  expect((await mine.until(1)).at(-1)).toMatchObject({ error: { code: -32042 } })
  other.call(1, 'done', { id: 'visit-1' })
  expect(methodsOf(await other.until(1))).toEqual([])
  expect(await mine.next()).toEqual(done('visit-1'))
  // The client is notified only once, and not about a page that it was not asked to visit.
  for (const id of ['visit-1', 'page-1', 7]) other.call(2, 'done', { id })
  for (let answers = 0; answers < 3; answers++) expect(methodsOf(await other.until(2))).toEqual([])
  mine.request(3, 'ping')
  expect(methodsOf(await mine.until(3))).toEqual([])
})

test('[R16] a client that was asked to visit a page during a call is told that the page is done', async () => {
  const engine = await open()
  const [mine, other] = [await connect(engine), await connect(engine)]
  mine.call(1, 'page')
  const asked = await mine.next()
  expect(asked).toMatchObject({ method: 'elicitation/create', params: { mode: 'url', elicitationId: 'page-1' } })
  mine.say({ jsonrpc: '2.0', id: asked['id'], result: { action: 'accept' } })
  await mine.until(1)
  other.call(1, 'done', { id: 'page-1' })
  expect(methodsOf(await other.until(1))).toEqual([])
  expect(await mine.next()).toEqual(done('page-1'))
})

test('[R16] a client that did not declare support for pages is not told', async () => {
  const engine = await open()
  const [mine, other] = [await connect(engine, { elicitation: {} }), await connect(engine)]
  mine.call(1, 'visit')
  await mine.until(1)
  other.call(1, 'done', { id: 'visit-1' })
  await other.until(1)
  mine.request(2, 'ping')
  expect(methodsOf(await mine.until(2))).toEqual([])
})

test('a client on HTTP is told that its page is done as soon as it opens a stream again', async () => {
  const engine = await open()
  const mine = await openSession(await openDoor(engine), '2025-11-25', visiting)
  await (await mine.request(1, 'tools/call', { name: 'visit' })).arrayBuffer()
  const other = await connect(engine)
  other.call(1, 'done', { id: 'visit-1' })
  await other.until(1)
  const leave = new AbortController()
  onTestFinished(() => leave.abort())
  const stream = events(await mine.openStream(leave.signal))
  expect(await nextEvent(stream)).toEqual(done('visit-1'))
})
