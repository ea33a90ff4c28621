/** Switchboard reaches Claude through Anthropic's SDK. The SDK must do nothing on its own. */
import { createServer, type IncomingHttpHeaders, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { text } from 'node:stream/consumers'
import { afterEach, beforeEach, expect, onTestFinished, test, vi } from 'vitest'
import { ended, startConversation, until } from '#test/support/chatRuns'
import { inOrder, type Reply, say, type SentRequest, startMessagesApi, testKey } from '#test/support/messagesApi'
import { startTestEngine } from '#test/support/testEngine'

const strayWords = 'stray-value-of-a-variable'
/** Every variable from which the SDK takes a user's identity, an address, extra headers or extra output. */
const strays = {
  ANTHROPIC_API_KEY: strayWords,
  ANTHROPIC_AUTH_TOKEN: strayWords,
  ANTHROPIC_BASE_URL: `http://127.0.0.1:1/${strayWords}`,
  ANTHROPIC_CUSTOM_HEADERS: `x-stray: ${strayWords}\nauthorization: ${strayWords}\naccept: ${strayWords}`,
  ANTHROPIC_PROFILE: strayWords,
  ANTHROPIC_IDENTITY_TOKEN: strayWords,
  ANTHROPIC_ORGANIZATION_ID: strayWords,
  ANTHROPIC_FEDERATION_RULE_ID: strayWords,
  ANTHROPIC_WEBHOOK_SIGNING_KEY: strayWords,
  ANTHROPIC_LOG: 'debug',
}
let printed: string[] = []

beforeEach(() => {
  for (const [name, value] of Object.entries(strays)) vi.stubEnv(name, value)
  printed = []
  const take = (...words: unknown[]) => void printed.push(words.map(String).join(' '))
  for (const level of ['debug', 'info', 'log', 'warn', 'error'] as const)
    vi.spyOn(console, level).mockImplementation(take)
})
afterEach(() => {
  vi.unstubAllEnvs()
  vi.restoreAllMocks()
})

/** Records the requests, and lets the test write the answers. `number` is the answer's number, from 0. */
async function startRaw(answer: (response: ServerResponse, number: number) => void) {
  const headers: IncomingHttpHeaders[] = []
  const bodies: string[] = []
  const serve = async (request: IncomingMessage, response: ServerResponse) => {
    headers.push(request.headers)
    const body = await text(request)
    if (request.url?.startsWith('/v1/models') === true)
      response.setHeader('content-type', 'application/json').end('{"data":[{"id":"own"}]}')
    else answer(response, bodies.push(body) - 1)
  }
  const server = createServer((request, response) => void serve(request, response))
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  onTestFinished(() => {
    server.closeAllConnections()
    server.close()
  })
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  return { url, headers, bodies, environment: { PATH: process.env['PATH'] } }
}

const events = (...values: readonly { readonly type: string; readonly [key: string]: unknown }[]) =>
  values.map((value) => `event: ${value.type}\ndata: ${JSON.stringify(value)}\n\n`).join('')
const start = { type: 'message_start', message: { usage: { input_tokens: 1, output_tokens: 1 } } }
const begin = (index: number, block: object) => ({ type: 'content_block_start', index, content_block: block })
const stop = (index: number) => ({ type: 'content_block_stop', index })
const over = [{ type: 'message_delta', delta: { stop_reason: 'end_turn' } }, { type: 'message_stop' }]
const stream = (response: ServerResponse, written: string) =>
  response.writeHead(200, { 'content-type': 'text/event-stream' }).end(written)

// Catches a header that the SDK adds (versions, platform, retries), and a variable that redirects to another endpoint.
test('[R31] an endpoint without a key is sent the headers of Switchboard and no others, and nothing is printed', async () => {
  const { url, headers, environment } = await startRaw((response) => {
    stream(response, events(start, begin(0, { type: 'text', text: 'Hi.' }), stop(0), ...over))
  })
  const engine = await startTestEngine({}, { environment })
  await engine.modelSource.set({ kind: 'custom', baseUrl: `${url}/v1`, allowPlain: false })
  // The SDK prints a warning about this model.
  const turn = (await ended(engine, await startConversation(engine, 'go', 'claude-sonnet-4-5'))).at(-1)
  expect(turn).toMatchObject({ status: 'complete', blocks: [{ kind: 'text', text: 'Hi.' }] })
  const [listed, asked] = headers
  const own = { 'user-agent': 'switchboard', 'anthropic-version': '2023-06-01' }
  const wire = { host: expect.any(String) as string, connection: 'keep-alive', 'accept-encoding': 'identity' }
  expect(listed).toEqual({ ...wire, ...own, accept: 'application/json' })
  expect(asked).toEqual({
    ...wire,
    ...own,
    accept: 'text/event-stream',
    'content-type': 'application/json',
    'content-length': expect.any(String) as string,
  })
  expect(printed).toEqual([])
})

// Catches a key that comes from the process instead of the settings, and a key that is sent twice.
test('[R31] Anthropic receives the chosen key, once, and its token count is read', async () => {
  const api = await startMessagesApi(inOrder({ blocks: [say('ok')] }))
  const engine = await startTestEngine({}, { environment: api.environment })
  const id = await startConversation(engine, 'go')
  await ended(engine, id)
  expect(api.seen[0]?.headers).toMatchObject({ authorization: `Bearer ${testKey}`, 'anthropic-version': '2026-10-21' })
  expect(Object.keys(api.seen[0]?.headers ?? {}).toSorted()).toEqual([
    'accept',
    'accept-encoding',
    'anthropic-version',
    'authorization',
    'connection',
    'content-length',
    'content-type',
    'host',
    'user-agent',
  ])
  expect(JSON.stringify(api.seen)).not.toContain(strayWords)
  expect(await engine.chat.estimate(id, 'more', undefined)).toMatchObject({ exact: true })
  expect(printed).toEqual([])
})

const failing: readonly { readonly what: string; readonly reply: Reply }[] = [
  { what: '429', reply: { status: 429, error: 'Slow down', headers: { 'retry-after': '20' } } },
  { what: '529', reply: { status: 529, error: 'Overloaded', headers: { 'retry-after': '20' } } },
  {
    what: 'a 500 that says to try again',
    reply: { status: 500, error: 'Broken', headers: { 'x-should-retry': 'true', 'retry-after-ms': '20000' } },
  },
]

// Catches retries that the SDK makes unseen, beneath ours.
test.each(failing)('[R32] $what: the endpoint is asked once, and the wait it requests is shown', async ({ reply }) => {
  const api = await startMessagesApi(() => reply)
  const engine = await startTestEngine({}, { environment: api.environment })
  const id = await startConversation(engine, 'go')
  const { run } = await until(engine, id, (now) => now.run.kind === 'retrying')
  expect(run).toMatchObject({ kind: 'retrying', attempt: 1 })
  expect(api.seen.length).toBe(1)
  await engine.chat.stop(id)
  expect(api.seen.length).toBe(1)
})

// Catches an error that loses the request id for Anthropic's support.
test('[R32] a refusal names the request, and one that is not JSON is quoted', async () => {
  const refusals = [{ 'content-type': 'application/json', 'request-id': 'req_42' }, { 'content-type': 'text/plain' }]
  const said = ['{"error":{"type":"permission_error","message":"Not for you."}}', 'No such door.']
  const { url, environment } = await startRaw((response, number) => {
    response.writeHead(403, refusals[number]).end(said[number])
  })
  const engine = await startTestEngine({}, { environment })
  await engine.modelSource.set({ kind: 'custom', baseUrl: url, allowPlain: false })
  const wordsOf = async () =>
    JSON.stringify((await ended(engine, await startConversation(engine, 'go'))).at(-1)?.blocks)
  expect(await wordsOf()).toContain('Not for you. (403, request req_42)')
  expect(await wordsOf()).toContain('No such door. (403)')
})

// Catches a parser that only accepts today's API. All of these events were added later.
test('[R32] unknown events, deltas and blocks end nothing, and an unknown block goes back unchanged', async () => {
  const unknown = { type: 'dream', images: [{ of: 'sheep' }], caller: null }
  const { url, bodies, environment } = await startRaw((response, number) => {
    if (number > 0) return stream(response, events(start, begin(0, { type: 'text', text: 'Again.' }), stop(0), ...over))
    stream(
      response,
      events(
        { type: 'ping' },
        { type: 'weather', sky: 'grey' },
        start,
        begin(0, unknown),
        { type: 'content_block_delta', index: 0, delta: { type: 'dream_delta', depth: 2 } },
        stop(0),
        begin(1, { type: 'text', text: '' }),
        { type: 'content_block_delta', index: 1, delta: { type: 'text_delta', text: 'Well.' } },
        stop(1),
        { type: 'weather', sky: 'blue' },
        ...over,
      ),
    )
  })
  const engine = await startTestEngine({}, { environment })
  await engine.modelSource.set({ kind: 'custom', baseUrl: url, allowPlain: false })
  const id = await startConversation(engine, 'go')
  const turn = (await ended(engine, id)).at(-1)
  expect(turn?.status).toBe('complete')
  expect(JSON.stringify(turn?.blocks)).toContain('Well.')
  await engine.chat.send({ id, parts: [{ kind: 'text', text: 'and now?' }] })
  await ended(engine, id)
  const { messages } = JSON.parse(bodies[1] ?? '') as SentRequest
  expect(messages[1]?.content[0]).toEqual(unknown)
})

// Catches a parser that reads a long line again with every piece, or never passes the line on.
test('[R32] an event of 8 MB in small pieces, other line ends, and events without a name are read', async () => {
  const long = 'x'.repeat(8_000_000)
  const written = events(
    start,
    begin(0, { type: 'text', text: '' }),
    { type: 'content_block_delta', index: 0, delta: { type: 'text_delta', text: long } },
    stop(0),
    ...over,
  )
  const { url, environment } = await startRaw((response) => {
    stream(response, `\ufeff: hello\r\n\r\n${written.replaceAll(/^event: .*\n/gm, '').replaceAll('\n', '\r\n')}`)
  })
  const engine = await startTestEngine({}, { environment })
  await engine.modelSource.set({ kind: 'custom', baseUrl: url, allowPlain: false })
  const turn = (await ended(engine, await startConversation(engine, 'go'))).at(-1)
  expect(turn?.status).toBe('complete')
  expect(turn?.blocks.map((block) => (block.kind === 'text' ? block.text.length : 0))).toEqual([long.length])
})
