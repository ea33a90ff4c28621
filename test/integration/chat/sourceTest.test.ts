/** The test of a model provider says what came instead of an answer, costs nothing, stores nothing and shows no key. */
import { createServer, type IncomingMessage, type RequestListener, type ServerResponse } from 'node:http'
import { createServer as createSecureServer } from 'node:https'
import type { AddressInfo } from 'node:net'
import { expect, onTestFinished, test } from 'vitest'
import type { ModelSourceTest } from '#contract/chat/model'
import { systemClock } from '#engine/clock'
import type { Clock, Vault } from '#engine/ports'
import { hasCertificates, makeCertificates } from '#test/integration/transports/certificates'
import { deferred } from '#test/support/deferred'
import { testKey } from '#test/support/messagesApi'
import { recordingLog } from '#test/support/recordingLog'
import { temporaryFolder } from '#test/support/temporaryFolder'
import { startTestEngine } from '#test/support/testEngine'

interface Heard {
  readonly path: string
  readonly headers: IncomingMessage['headers']
}

const maxTestMs = 15_000
/** A clock on which the time limit for testing an endpoint passes almost at once. */
const hasty: Clock = {
  ...systemClock,
  after: (delayMs, callback) => systemClock.after(delayMs === maxTestMs ? 50 : delayMs, callback),
}
const models = (response: ServerResponse) => json(response, 200, { data: [{ id: 'a' }, { id: 'b' }], has_more: false })
const incomplete = (response: ServerResponse) =>
  json(response, 400, { type: 'error', error: { type: 'invalid_request_error', message: 'model: Field required' } })

function json(response: ServerResponse, status: number, value: unknown): void {
  response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(value))
}

async function listening(server: ReturnType<typeof createServer>): Promise<number> {
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  onTestFinished(() => {
    server.closeAllConnections()
    server.close()
  })
  return (server.address() as AddressInfo).port
}

/** Serves the list of models, and messages. Without an answer for one of them, the response is a 404. */
async function startEndpoint(answers: {
  readonly list?: (response: ServerResponse) => void
  readonly message?: (response: ServerResponse) => void
}) {
  const heard: Heard[] = []
  const serve: RequestListener = (request, response) => {
    request.resume()
    heard.push({ path: request.url ?? '', headers: request.headers })
    const answer = request.url?.startsWith('/v1/models') === true ? answers.list : answers.message
    if (answer === undefined) response.writeHead(404).end()
    else answer(response)
  }
  return { url: `http://127.0.0.1:${await listening(createServer(serve))}`, heard }
}

function memoryVault(): Vault & { readonly values: Map<string, string> } {
  const values = new Map<string, string>()
  return {
    values,
    get: async (name) => values.get(name) ?? null,
    set: async (name, value) => void values.set(name, value),
    remove: async (name) => void values.delete(name),
  }
}

async function engineWith(more: Parameters<typeof startTestEngine>[1] = {}) {
  return startTestEngine({}, { environment: { PATH: process.env['PATH'] }, vault: memoryVault(), ...more })
}

async function tested(baseUrl: string, more: Parameters<typeof startTestEngine>[1] = {}): Promise<ModelSourceTest> {
  const engine = await engineWith(more)
  return engine.modelSource.test({ kind: 'custom', baseUrl, key: testKey, allowPlain: false }, undefined)
}

test('an endpoint that lists models and speaks the Messages API has answered, and no message was completed', async () => {
  const { url, heard } = await startEndpoint({ list: models, message: incomplete })
  expect(await tested(url)).toMatchObject({ kind: 'answered', models: 2 })
  expect(heard.map(({ path }) => path)).toEqual(['/v1/models?limit=1000', '/v1/messages'])
  expect(heard[0]?.headers).toMatchObject({ authorization: `Bearer ${testKey}`, 'x-api-key': testKey })
})

test('an endpoint that does not list its models has answered as well', async () => {
  const { url } = await startEndpoint({ message: incomplete })
  expect(await tested(`${url}/v1/`)).toMatchObject({ kind: 'answered', models: null })
})

test.each([
  {
    what: 'a refused key',
    answers: { list: (one: ServerResponse) => json(one, 401, { error: { message: 'invalid x-api-key' } }) },
    finds: { why: 'key', status: 401, said: 'invalid x-api-key' },
  },
  {
    what: 'a key that only messages need',
    answers: { list: models, message: (one: ServerResponse) => json(one, 403, { error: 'no credit' }) },
    finds: { why: 'key', status: 403, said: 'no credit' },
  },
  {
    what: 'an address where nothing is',
    answers: {},
    finds: { why: 'address', status: 404, said: '' },
  },
  {
    what: 'a list of models without the Messages API',
    answers: { list: models },
    finds: { why: 'address', status: 404 },
  },
  {
    what: 'a web page',
    answers: {
      list: (one: ServerResponse) =>
        one.writeHead(200, { 'content-type': 'text/html' }).end('<html><title>Sign in</title></html>'),
    },
    finds: { why: 'notApi', status: 200, said: 'a web page, "Sign in"' },
  },
  {
    what: 'text that is not JSON',
    answers: { list: (one: ServerResponse) => one.writeHead(200, { 'content-type': 'text/plain' }).end('hello') },
    finds: { why: 'notApi', status: 200, said: 'text/plain' },
  },
  {
    what: 'an overloaded endpoint',
    answers: { list: (one: ServerResponse) => json(one, 529, { error: { message: 'Overloaded' } }) },
    finds: { why: 'busy', status: 529, said: 'Overloaded' },
  },
])('$what is named, with the status and the words of the endpoint', async ({ answers, finds }) => {
  const { url } = await startEndpoint(answers)
  expect(await tested(url)).toMatchObject({ kind: 'failed', ...finds })
})

test.each([307, 303])('a redirect (%i) to another address is named, and the key is not sent there', async (status) => {
  const other = await startEndpoint({ list: models, message: incomplete })
  const { url } = await startEndpoint({
    list: (response) => response.writeHead(status, { location: `${other.url}/v1/models?token=x` }).end(),
  })
  expect(await tested(url)).toMatchObject({ kind: 'failed', why: 'redirected', said: other.url })
  expect(JSON.stringify(other.heard)).not.toContain(testKey)
})

test('the test gives up on an endpoint that never answers, at its time limit', async () => {
  const { url } = await startEndpoint({ list: () => undefined })
  expect(await tested(url, { clock: hasty })).toMatchObject({ kind: 'failed', why: 'timedOut', status: null })
})

test('the test also gives up on an endpoint whose answer never ends', async () => {
  const { url } = await startEndpoint({
    list: (response) => response.writeHead(200, { 'content-type': 'application/json' }).write('{"data":['),
  })
  expect(await tested(url, { clock: hasty })).toMatchObject({ kind: 'failed', why: 'timedOut' })
})

test('a test that its user cancels ends its request', async () => {
  const closed = deferred()
  const asked = deferred()
  const { url } = await startEndpoint({
    list: (response) => {
      response.on('close', () => closed.resolve())
      asked.resolve()
    },
  })
  const engine = await engineWith()
  const cancelling = new AbortController()
  const testing = engine.modelSource.test({ kind: 'custom', baseUrl: url, allowPlain: false }, cancelling.signal)
  await asked.promise
  cancelling.abort()
  await expect(testing).rejects.toThrow(/abort/i)
  await closed.promise
})

test('a host name that does not exist, and a port where nothing listens, are named', async () => {
  expect(await tested('https://no-such-host.invalid')).toMatchObject({ kind: 'failed', why: 'notResolved' })
  const server = createServer()
  const port = await listening(server)
  await new Promise<void>((resolve) => server.close(() => resolve()))
  expect(await tested(`http://127.0.0.1:${port}`)).toMatchObject({ kind: 'failed', why: 'notListening' })
})

test.runIf(hasCertificates)('a certificate that is not trusted is named and described', async () => {
  const { key, cert } = await makeCertificates(['models.test'], await temporaryFolder())
  const port = await listening(createSecureServer({ key, cert }, (_request, response) => models(response)))
  const found = await tested(`https://127.0.0.1:${port}`)
  expect(found).toMatchObject({ kind: 'failed', why: 'certificate', status: null })
  expect(JSON.stringify(found)).toContain('issued by')
})

test('no request is sent to an address that would get the key unencrypted', async () => {
  expect(await tested('http://models.example.com')).toMatchObject({
    kind: 'failed',
    why: 'notUsable',
    said: expect.stringContaining('unencrypted') as string,
  })
  expect(await tested('no address')).toMatchObject({ kind: 'failed', why: 'notUsable' })
})

test('[R31] a key that an endpoint repeats is in no answer and no log, and a test stores nothing', async () => {
  const vault = memoryVault()
  const log = recordingLog()
  const engine = await engineWith({ vault, log })
  const { url } = await startEndpoint({
    list: (response) => json(response, 401, { error: { message: `${testKey} is not a key` } }),
  })
  const source = { kind: 'custom', baseUrl: url, key: testKey, allowPlain: false } as const
  const found = await engine.modelSource.test(source, undefined)
  expect(found).toMatchObject({ why: 'key', said: expect.stringContaining('is not a key') as string })
  expect(JSON.stringify([found, log.entries])).not.toContain(testKey)
  expect([...vault.values.values()].join()).not.toContain(testKey)
  expect((await engine.modelSource.snapshot()).kind).toBe('practice')
})

test('the provider in use is tested with its stored key, and so is an edit that leaves the key empty', async () => {
  const { url, heard } = await startEndpoint({ list: models, message: incomplete })
  const engine = await engineWith()
  await engine.modelSource.set({ kind: 'custom', baseUrl: url, key: testKey, allowPlain: false })
  expect(await engine.modelSource.test(undefined, undefined)).toMatchObject({ kind: 'answered', models: 2 })
  await engine.modelSource.test({ kind: 'custom', baseUrl: url, allowPlain: false }, undefined)
  expect(heard.every(({ headers }) => headers['x-api-key'] === testKey)).toBe(true)
  const other = await startEndpoint({ list: models, message: incomplete })
  await engine.modelSource.test({ kind: 'custom', baseUrl: other.url, allowPlain: false }, undefined)
  expect(JSON.stringify(other.heard)).not.toContain(testKey)
})

test('a forgotten provider takes its key with it, and the environment decides again', async () => {
  const vault = memoryVault()
  const engine = await engineWith({ vault })
  await engine.modelSource.set({ kind: 'custom', baseUrl: 'http://127.0.0.1:1', key: testKey, allowPlain: false })
  expect([...vault.values.values()].join()).toContain(testKey)
  expect(await engine.modelSource.forget()).toMatchObject({ kind: 'practice', automatic: true })
  expect([...vault.values.values()].join()).not.toContain(testKey)
})

test('a chosen default model is used by conversations that name none, at its provider only', async () => {
  const { url } = await startEndpoint({ list: models, message: incomplete })
  const engine = await engineWith()
  const signal = new AbortController().signal
  await engine.modelSource.set({ kind: 'custom', baseUrl: url, allowPlain: false })
  expect(await engine.modelSource.list(undefined)).toMatchObject({ defaultModel: 'a', chosenDefault: null })
  expect(await engine.modelSource.setDefaultModel('b')).toMatchObject({ defaultModel: 'b', chosenDefault: 'b' })
  expect((await engine.modelSource.model(null, signal)).id).toBe('b')
  await engine.modelSource.reload()
  expect((await engine.modelSource.model(null, signal)).id).toBe('b')
  const other = await startEndpoint({ list: models, message: incomplete })
  await engine.modelSource.set({ kind: 'custom', baseUrl: other.url, allowPlain: false })
  expect(await engine.modelSource.list(undefined)).toMatchObject({ defaultModel: 'a', chosenDefault: null })
})
