import { ClientRequestSchema } from '@modelcontextprotocol/sdk/types.js'
import { describe, expect, test } from 'vitest'
import { errorCodes } from '#contract/errors'
import { requestsPerMinute } from '#engine/access/requestBudget'
import { clientMethods, refusalOf } from '#engine/gateway/request/clientMethods'
import { classify, type Params } from '#contract/jsonRpc/messages'
import { inputBounds } from '#contract/inputBounds'
import { clientIdentity } from '#engine/gateway/client/clientIdentity'
import { clientGrant } from '#test/support/clientGrant'

const methods = Object.entries(clientMethods)
const request = (method: string, params: Params = {}) => ({ kind: 'request', id: 1, method, params }) as const
const long = 'a'.repeat(1_000_000)

// Catches a method that is served without a cost or without input limits.
test('every method has a cost, even an unknown one', () => {
  const ofProtocol = ClientRequestSchema.options.map(({ shape }) => shape.method.value)
  for (const method of [...ofProtocol, ...methods.map(([name]) => name), 'made/up']) {
    const grant = clientGrant()
    const refused = Array.from({ length: requestsPerMinute + 1 }, () => refusalOf(request(method), grant))
    const isCall = Reflect.get(clientMethods, method)?.cost === 'call'
    expect([method, refused.at(-1)?.code]).toEqual([method, isCall ? undefined : errorCodes.TOO_MANY_CALLS])
  }
})

// Catches a budget that refuses a well-behaved program.
test('a client that lists, pings and subscribes as a normal program does stays within its budget', () => {
  const grant = clientGrant()
  for (let count = 0; count < 200; count += 1)
    for (const [method] of methods) expect(refusalOf(request(method), grant)).toBeNull()
})

test('the owner, who may do everything, has no budget', () => {
  const refused = Array.from({ length: requestsPerMinute }, () =>
    refusalOf(request('initialize'), { key: 'owner', client: null }),
  )
  expect(new Set(refused)).toEqual(new Set([null]))
})

/** Inputs that the engine compares, stores or repeats, by method. */
const inputs: readonly [string, Params, number][] = [
  ['initialize', { capabilities: { experimental: { [long]: {} } } }, inputBounds.capabilities],
  ['resources/subscribe', { uri: long }, inputBounds.uri],
  ['resources/unsubscribe', { uri: long }, inputBounds.uri],
  ['tools/call', { name: long }, inputBounds.name],
  ['prompts/get', { name: long }, inputBounds.name],
  ['resources/read', { uri: long }, inputBounds.uri],
  ['completion/complete', { ref: { type: 'ref/prompt', name: long } }, inputBounds.name],
  ['completion/complete', { ref: { type: 'ref/resource', uri: long } }, inputBounds.uri],
  ['completion/complete', { argument: { name: long } }, inputBounds.name],
  ['completion/complete', { argument: { value: long } }, inputBounds.completedValue],
  ...methods.flatMap(([method]): [string, Params, number][] => [
    [method, { _meta: { progressToken: long } }, inputBounds.progressToken],
  ]),
]

describe('an input that the engine compares, stores or repeats has a limit, which the refusal names', () => {
  test.each(inputs)('%s %#', (method, params, bound) => {
    const refusal = refusalOf(request(method, params), clientGrant())
    expect(refusal).toMatchObject({ code: -32602 })
    expect(refusal?.message).toContain(`at most ${bound} characters`)
    // A refusal must not repeat the input that is too long.
    expect(refusal?.message.length).toBeLessThan(200)
  })

  test.each([
    ['a method', { jsonrpc: '2.0', id: 1, method: long }, inputBounds.method],
    ['an id', { jsonrpc: '2.0', id: long, method: 'ping' }, inputBounds.requestId],
  ])('that is %s', (_title, message, bound) => {
    const sorted = classify(message)
    expect(sorted).toMatchObject({ kind: 'invalid', reason: expect.stringContaining(String(bound)) as unknown })
  })
})

// Catches a client's name of a megabyte that is stored with every call.
test("a client's own name is cut, and the client is still served", () => {
  const { name, version } = clientIdentity({ name: long, version: long }, true)
  expect([name?.length, version?.length]).toEqual([inputBounds.clientInfo, inputBounds.clientInfo])
})
