/**
 * All methods that clients can call: which part serves each, its cost in the client's budget, and how long its inputs
 * may be. A method that is not in this table is unknown, so none can be added without a cost. Pure, except for the
 * budget.
 */
import type { ClientRequest } from '@modelcontextprotocol/server'
import type { CarriedMethod } from '#contract/jsonRpc/carriedMethods'
import { fieldsOf } from '#contract/jsonRpc/jsonObject'
import type { Grant } from '#engine/access/grant'
import { requestsPerMinute } from '#engine/access/requestBudget'
import { errorCodes } from '#contract/errors'
import type { JsonRpcError, RpcRequest } from '#contract/jsonRpc/messages'
import { invalidParams, methodNotFound } from '#contract/jsonRpc/errorCodes'
import { inputBounds } from '#contract/inputBounds'
import type { ProtocolEra } from '#contract/servers/server'
import { type BoundedInput, longInput } from '#engine/policies/longInput'

interface CarriedRow {
  readonly servedBy: 'server'
  /** The gate counts these methods as calls, so they cost nothing in the budget. */
  readonly cost: 'call'
  readonly inputs: readonly BoundedInput[]
}

interface OwnRow {
  /** `lists`: requests for lists. `legacy`, `modern`: methods of that era. */
  readonly servedBy: 'lists' | 'legacy' | 'modern'
  readonly cost: number
  readonly inputs: readonly BoundedInput[]
}

type ClientMethod = CarriedRow | OwnRow

const name: BoundedInput = { called: '"name"', max: inputBounds.name, read: (params) => params['name'] }
const uri: BoundedInput = { called: '"uri"', max: inputBounds.uri, read: (params) => params['uri'] }
const reference: readonly BoundedInput[] = [
  { called: 'the name in "ref"', max: inputBounds.name, read: ({ ref }) => fieldsOf(ref)['name'] },
  { called: 'the URI in "ref"', max: inputBounds.uri, read: ({ ref }) => fieldsOf(ref)['uri'] },
]
const argument: readonly BoundedInput[] = [
  { called: 'the name of "argument"', max: inputBounds.name, read: (params) => fieldsOf(params['argument'])['name'] },
  {
    called: 'the value of "argument"',
    max: inputBounds.completedValue,
    read: (params) => fieldsOf(params['argument'])['value'],
  },
]
const capabilities: BoundedInput = {
  called: '"capabilities"',
  max: inputBounds.capabilities,
  read: (params) => JSON.stringify(params['capabilities']),
}
/** The progress token is limited, because every progress message repeats it. */
const progressToken: readonly BoundedInput[] = [
  {
    called: 'the progress token',
    max: inputBounds.progressToken,
    read: (params) => fieldsOf(params['_meta'])['progressToken'],
  },
]

const cheap = 1
/** The cost of writing a whole list, or of asking a server to follow a resource. */
const listing = 5
/** The cost of a method that creates state for the client. */
const kept = 10

type KnownMethod = Exclude<ClientRequest['method'], `tasks/${string}`>

export const clientMethods = {
  initialize: { servedBy: 'legacy', cost: kept, inputs: [capabilities] },
  ping: { servedBy: 'legacy', cost: cheap, inputs: [] },
  'logging/setLevel': { servedBy: 'legacy', cost: cheap, inputs: [] },
  'tools/list': { servedBy: 'lists', cost: listing, inputs: [] },
  'prompts/list': { servedBy: 'lists', cost: listing, inputs: [] },
  'resources/list': { servedBy: 'lists', cost: listing, inputs: [] },
  'resources/templates/list': { servedBy: 'lists', cost: listing, inputs: [] },
  'resources/subscribe': { servedBy: 'legacy', cost: listing, inputs: [uri] },
  'resources/unsubscribe': { servedBy: 'legacy', cost: cheap, inputs: [uri] },
  'server/discover': { servedBy: 'modern', cost: cheap, inputs: [] },
  'subscriptions/listen': { servedBy: 'modern', cost: kept, inputs: [] },
  'tools/call': { servedBy: 'server', cost: 'call', inputs: [name] },
  'prompts/get': { servedBy: 'server', cost: 'call', inputs: [name] },
  'resources/read': { servedBy: 'server', cost: 'call', inputs: [uri] },
  'completion/complete': { servedBy: 'server', cost: 'call', inputs: [...reference, ...argument] },
} as const satisfies Record<Exclude<KnownMethod, CarriedMethod>, OwnRow> & Record<CarriedMethod, CarriedRow>

/** The methods that a part serves. The part does not compile unless it implements all of them. */
export type MethodOf<By extends ClientMethod['servedBy']> = {
  [M in keyof typeof clientMethods]: (typeof clientMethods)[M]['servedBy'] extends By ? M : never
}[keyof typeof clientMethods]

const methods: ReadonlyMap<string, ClientMethod> = new Map(Object.entries(clientMethods))

export function isOfEra<Era extends ProtocolEra>(era: Era, method: string): method is MethodOf<Era> {
  return methods.get(method)?.servedBy === era
}

/**
 * The reason to refuse a request; null if there is none. Either way, the request's cost is taken from the client's
 * budget.
 */
export function refusalOf({ method, params }: RpcRequest, { client }: Grant): JsonRpcError | null {
  const rule = methods.get(method)
  const cost = rule?.cost ?? cheap
  const wait = cost === 'call' || client === null ? null : client.budget.take(cost)
  if (wait !== null) return overBudget(wait.retryAfterMs)
  if (rule === undefined) return unknownMethod(method)
  const problem = longInput(rule.inputs, params) ?? longInput(progressToken, params)
  return problem === null ? null : { code: invalidParams, message: `Invalid params: ${problem}` }
}

export function unknownMethod(method: string): JsonRpcError {
  return { code: methodNotFound, message: `Method not found: ${method}` }
}

function overBudget(retryAfterMs: number): JsonRpcError {
  const seconds = Math.ceil(retryAfterMs / 1_000)
  const message =
    `This client sends too many requests: besides tool calls it may send ${requestsPerMinute} a minute, ` +
    `and a listing counts as ${listing}. Try again in ${seconds} s.`
  return { code: errorCodes.TOO_MANY_CALLS, message, data: { retryAfterMs, code: 'TOO_MANY_CALLS' } }
}

export function tooManyUnderWay(count: number): JsonRpcError {
  const message = `${count} requests from this client are under way. Wait for some of the answers first.`
  return { code: errorCodes.QUEUE_FULL, message, data: { code: 'QUEUE_FULL' } }
}
