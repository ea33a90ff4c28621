import { expect, test } from 'vitest'
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

test('what is asked before there is an engine waits for it, in order; what tells nothing is dropped', () => {
  const conversation = new Conversation()
  expect(
    [initialize, request(1, 'ping'), notification('notifications/progress')].map((line) =>
      conversation.fromClient(line),
    ),
  ).toEqual([false, false, false])
  expect(conversation.connected()).toEqual({ toEngine: [initialize, request(1, 'ping')], toClient: [] })
  expect([conversation.unanswered, conversation.underWay]).toEqual([2, 2])
  expect(conversation.fromEngine(answer(0))).toBe(true)
  expect(conversation.unanswered).toBe(1)
})

test('a call that was sent fails with its engine; lists and the like are asked for again, without the client', () => {
  const conversation = legacy()
  for (const line of [call('c'), request(7, 'tools/list')]) expect(conversation.fromClient(line)).toBe(true)
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
})

test('a call that was never sent does not fail: it is made of the next engine', () => {
  const conversation = legacy()
  conversation.leaving()
  expect(conversation.fromClient(call(1))).toBe(false)
  expect(conversation.underWay).toBe(0)
  expect(conversation.lost()).toEqual([])
  expect(conversation.connected().toEngine).toContain(call(1))
})

test('one that the client took back meanwhile is not made', () => {
  const conversation = legacy()
  conversation.lost()
  conversation.fromClient(call(1))
  conversation.fromClient(notification('notifications/cancelled', { requestId: 1 }))
  expect(conversation.connected().toEngine).not.toContain(call(1))
})

test('what a client has set up is said again; the answers to that are for nobody; it is told that lists may differ', () => {
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

test('a question of a lost engine is withdrawn, and its late answer reaches nobody', () => {
  const conversation = legacy()
  conversation.fromClient(call(1))
  expect(conversation.fromEngine(request('abc-1', 'sampling/createMessage'))).toBe(true)
  expect(JSON.parse(conversation.lost()[1] ?? '')).toMatchObject({ params: { requestId: 'abc-1' } })
  conversation.connected()
  expect(conversation.fromClient(answer('abc-1'))).toBe(false)
})

test('an engine that is leaving still gets the answers to its questions', () => {
  const conversation = legacy()
  conversation.fromClient(call(1))
  conversation.fromEngine(request('abc-1', 'roots/list'))
  conversation.leaving()
  expect(conversation.fromClient(answer('abc-1'))).toBe(true)
  expect(conversation.underWay).toBe(1)
})

test('the modern era: what is listened to is asked for again under its id, acknowledged to the client once', () => {
  const conversation = new Conversation()
  conversation.connected()
  const listen = request('l', 'subscriptions/listen', {
    notifications: { toolsListChanged: true, resourceSubscriptions: ['u'] },
  })
  const mark = { _meta: { 'io.modelcontextprotocol/subscriptionId': 'l' } }
  const acknowledgement = notification('notifications/subscriptions/acknowledged', mark)
  conversation.fromClient(listen)
  // Lost before it was acknowledged: the next acknowledgement is the first.
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

test('a batch is made again as a whole or not at all', () => {
  const batch = `[${call(1)},${request(2, 'ping')}]`
  const early = new Conversation()
  expect(early.fromClient(batch)).toBe(false)
  expect(early.connected().toEngine).toEqual([batch])
  expect(ids(early.lost())).toEqual([1, 2])
  expect(early.connected().toEngine).toEqual([])
})

test('without hope everything that waits is answered, once, with the reason', () => {
  const conversation = new Conversation()
  conversation.fromClient(initialize)
  expect(JSON.parse(conversation.hopeless('no room')[0] ?? '')).toMatchObject({ id: 0, error: { message: 'no room' } })
  expect(conversation.hopeless('no room')).toEqual([])
})

test('what is no message is passed on for the engine to answer', () => {
  const conversation = legacy()
  for (const line of ['nonsense', '[]', '7', '{"id":{}}']) expect(conversation.fromClient(line)).toBe(true)
})
