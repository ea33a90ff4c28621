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

// Catches a method that is served and has neither a cost nor bounds.
test('every method of the protocol has a cost, or is unknown and still costs something', () => {
  const ofProtocol = ClientRequestSchema.options.map(({ shape }) => shape.method.value)
  for (const method of [...ofProtocol, ...methods.map(([name]) => name), 'made/up']) {
    const grant = clientGrant()
    const refused = Array.from({ length: requestsPerMinute + 1 }, () => refusalOf(request(method), grant))
    const isCall = Reflect.get(clientMethods, method)?.cost === 'call'
    expect([method, refused.at(-1)?.code]).toEqual([method, isCall ? undefined : errorCodes.TOO_MANY_CALLS])
  }
})

// Catches a budget that a program meets which does nothing wrong.
test('a client that lists, pings and subscribes all the time as a program does never meets its budget', () => {
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

/** What each method is given that is compared, kept, or said again. */
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

describe('an input that is multiplied has a bound, which its refusal says', () => {
  test.each(inputs)('%s %#', (method, params, bound) => {
    const refusal = refusalOf(request(method, params), clientGrant())
    expect(refusal).toMatchObject({ code: -32602 })
    expect(refusal?.message).toContain(`at most ${bound} characters`)
    // What was too long is not said again.
    expect(refusal?.message.length).toBeLessThan(200)
  })

  test.each([
    ['a method', { jsonrpc: '2.0', id: 1, method: long }, inputBounds.method],
    ['an id', { jsonrpc: '2.0', id: long, method: 'ping' }, inputBounds.requestId],
  ])('%s', (_title, message, bound) => {
    const sorted = classify(message)
    expect(sorted).toMatchObject({ kind: 'invalid', reason: expect.stringContaining(String(bound)) as unknown })
  })
})

// Catches a megabyte that is kept with every call of a client which calls itself that.
test('what a client calls itself is cut, and it is served all the same', () => {
  const { name, version } = clientIdentity({ name: long, version: long }, true)
  expect([name?.length, version?.length]).toEqual([inputBounds.clientInfo, inputBounds.clientInfo])
})
