import { expect, test } from 'vitest'
import { carriedMethods } from '#contract/jsonRpc/carriedMethods'
import { Conversation } from '#main/cli/bridge/conversation'

const request = (id: number | string, method: string, params: object = {}) =>
  JSON.stringify({ jsonrpc: '2.0', id, method, params })
const notification = (method: string, params: object = {}) => JSON.stringify({ jsonrpc: '2.0', method, params })
const answer = (id: number | string) => `{"jsonrpc":"2.0","id":${JSON.stringify(id)},"result":{}}`
const call = (id: number | string) => request(id, 'tools/call', { name: 'a' })
const initialize = request(0, 'initialize', { protocolVersion: '2025-11-25' })
const methods = (lines: readonly string[]) => lines.map((line) => (JSON.parse(line) as { method?: string }).method)
const ids = (lines: readonly string[]) => lines.map((line) => (JSON.parse(line) as { id?: unknown }).id)

function legacy() {
  const conversation = new Conversation()
  conversation.connected()
  conversation.fromClient(initialize)
  conversation.fromEngine(answer(0))
  conversation.fromClient(notification('notifications/initialized'))
  return conversation
}

test('requests sent before an engine is connected wait for it, in order; useless notifications are dropped', () => {
  const conversation = new Conversation()
  expect(
    [initialize, request(1, 'ping'), notification('notifications/progress')].map((line) =>
      conversation.fromClient(line),
    ),
  ).toEqual(['stays', 'stays', 'stays'])
  expect(conversation.connected()).toEqual({ toEngine: [initialize, request(1, 'ping')], toClient: [] })
  expect([conversation.unanswered, conversation.underWay]).toEqual([2, 2])
  expect(conversation.fromEngine(answer(0))).toBe(true)
  expect(conversation.unanswered).toBe(1)
})

/** Catches a call that is made twice. */
test.each(Object.keys(carriedMethods))(
  'a %s that was sent fails with its engine; lists are requested again without the client',
  (method) => {
    const conversation = legacy()
    for (const line of [request('c', method), request(7, 'tools/list')])
      expect(conversation.fromClient(line)).toBe('goes')
    const lost = conversation.lost()
    expect(lost.map((line) => JSON.parse(line) as unknown)).toEqual([
      {
        jsonrpc: '2.0',
        id: 'c',
        error: expect.objectContaining({ code: 502, data: { code: 'SERVER_LOST' } }) as unknown,
      },
    ])
    expect(conversation.lost()).toEqual([])
    const { toEngine } = conversation.connected()
    expect(methods(toEngine)).toEqual(['initialize', 'notifications/initialized', 'tools/list'])
    expect(conversation.fromEngine(answer(7))).toBe(true)
  },
)

test('a call that was never sent does not fail: the next engine gets it', () => {
  const conversation = legacy()
  conversation.leaving()
  expect(conversation.fromClient(call(1))).toBe('stays')
  expect(conversation.underWay).toBe(0)
  expect(conversation.lost()).toEqual([])
  expect(conversation.connected().toEngine).toContain(call(1))
})

test('a call that the client cancelled while it waited is not made', () => {
  const conversation = legacy()
  conversation.lost()
  conversation.fromClient(call(1))
  conversation.fromClient(notification('notifications/cancelled', { requestId: 1 }))
  expect(conversation.connected().toEngine).not.toContain(call(1))
})

test("a client's setup is repeated to the next engine; the answers are dropped; the client is told that lists may differ", () => {
  const conversation = legacy()
  const followed = { uri: 'resource://a/b' }
  conversation.fromClient(request(1, 'logging/setLevel', { level: 'error' }))
  conversation.fromClient(request(2, 'resources/subscribe', followed))
  conversation.fromClient(request(3, 'resources/subscribe', { uri: 'other' }))
  conversation.fromClient(request(4, 'resources/unsubscribe', { uri: 'other' }))
  for (const id of [1, 2, 3, 4]) conversation.fromEngine(answer(id))
  conversation.lost()
  const { toEngine, toClient } = conversation.connected()
  expect(methods(toEngine)).toEqual([
    'initialize',
    'notifications/initialized',
    'logging/setLevel',
    'resources/subscribe',
  ])
  for (const id of ids(toEngine))
    if (id !== undefined) expect(conversation.fromEngine(answer(id as string))).toBe(false)
  expect(methods(toClient)).toEqual([
    'notifications/tools/list_changed',
    'notifications/prompts/list_changed',
    'notifications/resources/list_changed',
    'notifications/resources/updated',
  ])
})

test('a question from a lost engine is withdrawn, and its late answer is dropped', () => {
  const conversation = legacy()
  conversation.fromClient(call(1))
  expect(conversation.fromEngine(request('abc-1', 'sampling/createMessage'))).toBe(true)
  expect(JSON.parse(conversation.lost()[1] ?? '')).toMatchObject({ params: { requestId: 'abc-1' } })
  conversation.connected()
  expect(conversation.fromClient(answer('abc-1'))).toBe('stays')
})

test('an engine that is leaving still gets the answers to its questions', () => {
  const conversation = legacy()
  conversation.fromClient(call(1))
  conversation.fromEngine(request('abc-1', 'roots/list'))
  conversation.leaving()
  expect(conversation.fromClient(answer('abc-1'))).toBe('goes')
  expect(conversation.underWay).toBe(1)
})

test('the modern era: subscriptions are repeated with their ids and acknowledged to the client once', () => {
  const conversation = new Conversation()
  conversation.connected()
  const listen = request('l', 'subscriptions/listen', {
    notifications: { toolsListChanged: true, resourceSubscriptions: ['u'] },
  })
  const mark = { _meta: { 'io.modelcontextprotocol/subscriptionId': 'l' } }
  const acknowledgement = notification('notifications/subscriptions/acknowledged', mark)
  conversation.fromClient(listen)
  // The engine was lost before it acknowledged, so the next acknowledgement is the first one.
  conversation.lost()
  expect(conversation.connected()).toEqual({ toEngine: [listen], toClient: [] })
  expect(conversation.fromEngine(acknowledgement)).toBe(true)
  expect(conversation.unanswered).toBe(0)
  conversation.lost()
  const { toEngine, toClient } = conversation.connected()
  expect(toEngine).toEqual([listen])
  expect(methods(toClient)).toEqual(['notifications/tools/list_changed', 'notifications/resources/updated'])
  expect(conversation.fromEngine(acknowledgement)).toBe(false)
  conversation.fromClient(notification('notifications/cancelled', { requestId: 'l' }))
  conversation.lost()
  expect(conversation.connected().toEngine).toEqual([])
})

test('a batch is repeated as a whole or not at all', () => {
  const batch = `[${call(1)},${request(2, 'ping')}]`
  const early = new Conversation()
  expect(early.fromClient(batch)).toBe('stays')
  expect(early.connected().toEngine).toEqual([batch])
  expect(ids(early.lost())).toEqual([1, 2])
  expect(early.connected().toEngine).toEqual([])
})

test('if no engine can be reached, every waiting request is answered once with the reason', () => {
  const conversation = new Conversation()
  conversation.fromClient(initialize)
  expect(JSON.parse(conversation.hopeless('no room')[0] ?? '')).toMatchObject({ id: 0, error: { message: 'no room' } })
  expect(conversation.hopeless('no room')).toEqual([])
})

const deep = (levels: number) =>
  `{"jsonrpc":"2.0","id":5,"method":"ping","params":{"a":${'['.repeat(levels)}${']'.repeat(levels)}}}`

// The engine refuses these messages without an id. Waiting for an answer with an id would keep the bridge and the
// engine from exiting.
test.each([
  ['no JSON', 'nonsense', undefined],
  ['no message', '7', undefined],
  ['an empty batch', '[]', undefined],
  ['an id that no answer can name', '{"jsonrpc":"2.0","id":1.5,"method":"ping"}', undefined],
  ['another version', '{"jsonrpc":"1.0","id":3,"method":"ping"}', 3],
  ['both a result and an error', '{"jsonrpc":"2.0","id":4,"result":{},"error":{}}', 4],
  ['too deep nesting', deep(20_000), undefined],
])('an invalid line is refused at once, even without an engine: %s', (_title, line, id) => {
  for (const conversation of [legacy(), new Conversation()]) {
    const taken = conversation.fromClient(line)
    expect(typeof taken === 'object' ? JSON.parse(taken.refusal) : taken).toEqual({
      jsonrpc: '2.0',
      ...(id !== undefined && { id }),
      error: { code: expect.any(Number) as unknown, message: expect.stringMatching(/\w/) as unknown },
    })
    expect(conversation.unanswered).toBe(0)
  }
})

test('errors in a batch are left to the engine, which knows whether it accepts batches', () => {
  const conversation = legacy()
  expect(conversation.fromClient(`[7,${request(1, 'ping')}]`)).toBe('goes')
  expect(conversation.unanswered).toBe(1)
})

// The URI is an object that cannot be converted to a string. The bridge once crashed on it, and its client lost every
// server.
test('a URI that is not a string crashes nothing, and is not repeated to the next engine', () => {
  const conversation = legacy()
  const uri = { toString: 1, valueOf: null }
  for (const [id, method] of ['resources/subscribe', 'resources/unsubscribe'].entries()) {
    expect(conversation.fromClient(request(id + 1, method, { uri }))).toBe('goes')
    conversation.fromEngine(answer(id + 1))
  }
  conversation.lost()
  expect(methods(conversation.connected().toEngine)).toEqual(['initialize', 'notifications/initialized'])
})
