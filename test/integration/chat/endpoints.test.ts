/** Endpoints that answer incorrectly, and the errors that users then see. */
import { createServer, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { expect, onTestFinished, test } from 'vitest'
import { systemClock } from '#engine/clock'
import type { Clock } from '#engine/ports'
import { ended, startConversation, until } from '#test/support/chatRuns'
import { startTestEngine } from '#test/support/testEngine'

const idleMs = 180_000
const silenceMs = 600_000

/**
 * A clock that shortens the waits for a silent endpoint, because a test must not wait as long as a user would.
 * Endpoints that answer may need longer than these shortened waits.
 */
const hasty: Clock = {
  ...systemClock,
  after: (delayMs, callback) => systemClock.after(delayMs === idleMs || delayMs === silenceMs ? 50 : delayMs, callback),
}

async function startOdd(answer: (response: ServerResponse, number: number) => void, clock: Clock = systemClock) {
  let asked = 0
  const server = createServer((request, response) => {
    request.resume()
    if (request.url?.startsWith('/v1/models') === true) response.writeHead(404).end()
    else answer(response, asked++)
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  onTestFinished(() => {
    server.closeAllConnections()
    server.close()
  })
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  const environment = { PATH: process.env['PATH'], ANTHROPIC_API_KEY: 'sk-of-the-test-012345', ANTHROPIC_BASE_URL: url }
  return { engine: await startTestEngine({}, { environment, clock }), url, asked: () => asked }
}

const begun = [
  'data: {"type":"message_start","message":{}}\n\n',
  'data: {"type":"content_block_start","index":0,"content_block":{"type":"text","text":""}}\n\n',
  'data: {"type":"content_block_delta","index":0,"delta":{"type":"text_delta","text":"Half"}}\n\n',
].join('')

test.each([
  {
    what: 'a web page',
    answer: (response: ServerResponse) =>
      response.writeHead(200, { 'content-type': 'text/html; charset=utf-8' }).end('<html>Welcome</html>'),
    words: /text\/html, not with a stream/,
  },
  {
    what: 'an answer in one piece',
    answer: (response: ServerResponse) =>
      response.writeHead(200, { 'content-type': 'application/json' }).end('{"type":"message","content":[]}'),
    words: /application\/json, not with a stream/,
  },
  {
    what: 'a stream of something else',
    answer: (response: ServerResponse) =>
      response.writeHead(200, { 'content-type': 'text/event-stream' }).end('data: <xml>\n\n'),
    words: /not valid in the Messages API/,
  },
])('[R32] $what instead of an answer is not retried, and the reason is shown', async ({ answer, words }) => {
  const { engine, asked } = await startOdd(answer)
  const turn = (await ended(engine, await startConversation(engine, 'go'))).at(-1)
  expect(turn).toMatchObject({ status: 'failed', blocks: [{ kind: 'notice', notice: 'failed' }] })
  expect(JSON.stringify(turn?.blocks)).toMatch(words)
  expect(asked()).toBe(1)
})

test('[R32] an endpoint’s reason for not listing its models is shown in the turn that fails because of that', async () => {
  const { engine, url, asked } = await startOdd((response) => response.end())
  await engine.modelSource.set({ kind: 'custom', baseUrl: url, allowPlain: false })
  const turn = (await ended(engine, await startConversation(engine, 'go'))).at(-1)
  expect(turn).toMatchObject({ status: 'failed', blocks: [{ notice: 'failed' }] })
  expect(JSON.stringify(turn?.blocks)).toContain('404')
  expect(asked()).toBe(0)
})

test('[R32] after garbage in the middle of an answer, the text before the garbage is kept and marked', async () => {
  const { engine } = await startOdd((response) => {
    response.writeHead(200, { 'content-type': 'text/event-stream' }).end(`${begun}data: }{\n\n`)
  })
  const turn = (await ended(engine, await startConversation(engine, 'go'))).at(-1)
  expect(turn?.status).toBe('failed')
  expect(turn?.blocks.map((block) => ('text' in block ? block.text : block.kind))[0]).toBe('Half')
})

test.each([
  { what: 'never begins to answer', answer: () => undefined, reason: /did not start to answer/ },
  {
    what: 'begins and says nothing',
    answer: (response: ServerResponse) =>
      response.writeHead(200, { 'content-type': 'text/event-stream' }).flushHeaders(),
    reason: /Nothing was received for 3 min/,
  },
])('[R32] an endpoint that $what is asked again, which is shown and can be stopped', async ({ answer, reason }) => {
  const { engine } = await startOdd(answer, hasty)
  const id = await startConversation(engine, 'go')
  const { run } = await until(engine, id, (now) => now.run.kind === 'retrying')
  expect(run).toMatchObject({ kind: 'retrying', attempt: 1, reason: expect.stringMatching(reason) as string })
  expect((await engine.chat.stop(id)).run).toEqual({ kind: 'idle' })
})

test('[R32] an answer that never ends is cut after a period of silence, and its text is kept', async () => {
  const { engine } = await startOdd((response) => {
    response.writeHead(200, { 'content-type': 'text/event-stream' }).write(begun)
  }, hasty)
  const turn = (await ended(engine, await startConversation(engine, 'go'))).at(-1)
  expect(turn?.status).toBe('failed')
  expect(turn?.blocks.filter(({ kind }) => kind === 'text')).toMatchObject([{ text: 'Half' }, { text: 'Half' }])
  expect(JSON.stringify(turn?.blocks)).toContain('Nothing was received for 3 min.')
})

test('an endpoint that refuses with a body that never ends does not prevent stopping', async () => {
  const { engine, asked } = await startOdd((response) => {
    response.writeHead(503, { 'content-type': 'text/plain' }).write('one moment')
  })
  const id = await startConversation(engine, 'go')
  await expect.poll(asked).toBe(1)
  await engine.chat.stop(id)
  expect((await ended(engine, id)).at(-1)).toMatchObject({ status: 'stopped' })
})
