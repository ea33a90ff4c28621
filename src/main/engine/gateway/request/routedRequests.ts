/**
 * Carries one client request to a server, from its arrival to its one answer. Everything that depends on the client's
 * era is in `EraContext`.
 */
import { type CarriedMethod, isCarriedMethod } from '#contract/jsonRpc/carriedMethods'
import { isObject } from '#contract/jsonRpc/jsonObject'
import type { ProtocolEra } from '#contract/servers/server'
import { messageOf } from '#contract/errors'
import type { GatePlace } from '#engine/access/callGate'
import { callError, isCancellation, retryAfterSeconds } from '#engine/gateway/request/callErrors'
import type { GatewayParts } from '#engine/gateway/gatewayParts'
import type { Reply } from '#engine/gateway/request/reply'
import type { Standing } from '#engine/gateway/client/standing'
import {
  answerJson,
  errorJson,
  notificationJson,
  type Params,
  type RequestId,
  type JsonRpcError,
  type RpcRequest,
} from '#contract/jsonRpc/messages'
import { internalError, invalidParams } from '#contract/jsonRpc/errorCodes'
import { reaches, type LogLevel } from '#engine/policies/logLevels'
import type { Scope } from '#engine/registry/catalog/scope'
import type { CallResult, Caller, WrittenResult } from '#engine/router/call'
import type { Cancellation } from '#engine/router/cancellation'

export interface EraContext {
  readonly scope: Scope
  readonly standing: Standing
  readonly era: ProtocolEra
  readonly caller: Caller
  readonly cancellation: Cancellation
  /** The labels of servers to prefer. */
  readonly prefer: readonly string[] | undefined
  /** The lowest level of log messages that the client wants; null: none. */
  readonly logLevel: LogLevel | null
  /** Called when the call gets a slot under its client's concurrency limit, with this slot. */
  readonly onPlace?: (place: GatePlace) => void
  /** Adapts a result to the era. `json`: the serialised result. */
  resultJson(json: string, result: CallResult, method: CarriedMethod): string
  statusOf(error: JsonRpcError): number
}

interface MethodRule {
  isSound(params: Params): boolean
  readonly wrongInput: string
  /** The request's target for the log. */
  target(params: Params): unknown
}

const named: MethodRule = {
  isSound: ({ name }) => typeof name === 'string',
  wrongInput: '"name" must be a string, "_meta" an object',
  target: ({ name }) => name,
}

const methods: Readonly<Record<CarriedMethod, MethodRule>> = {
  'tools/call': named,
  'prompts/get': named,
  'resources/read': {
    isSound: ({ uri }) => typeof uri === 'string',
    wrongInput: '"uri" must be a string, "_meta" an object',
    target: ({ uri }) => uri,
  },
  'completion/complete': {
    isSound: ({ ref, argument }) => isReference(ref) && isObject(argument),
    wrongInput: '"ref" must name a prompt or a resource, "argument" and "_meta" must be objects',
    target: ({ ref }) => (isObject(ref) ? (ref['name'] ?? ref['uri']) : ref),
  },
}

export interface CarriedRequest extends RpcRequest {
  readonly method: CarriedMethod
}

export function isCarried(request: RpcRequest): request is CarriedRequest {
  return isCarriedMethod(request.method)
}

type RoutingParts = Pick<GatewayParts, 'router' | 'log' | 'search'>

/** Limits names that clients send, so that a log entry stays short. */
const maxLoggedNameLength = 128

/** Sends a request's progress or log message. */
export type Tell = (method: string, params: Params) => void

/** How a request ended. Null: it was cancelled and needs no answer. */
export type RoutedOutcome =
  | { readonly kind: 'result'; readonly json: string }
  | { readonly kind: 'error'; readonly error: JsonRpcError; readonly status: number }
  | null

/** Returns a function that sends a client the messages that it wants. */
export function tellOn(reply: Reply, logLevel: LogLevel | null): Tell {
  return (method, params) => {
    const isWanted = method !== 'notifications/message' || (logLevel !== null && reaches(logLevel, params['level']))
    if (isWanted) reply.sendIfReading(notificationJson(method, params))
  }
}

export function answerWith(reply: Reply, id: RequestId, outcome: RoutedOutcome): void {
  if (outcome === null) reply.skip()
  else if (outcome.kind === 'result') reply.answer(answerJson(id, outcome.json))
  else {
    const wait = retryAfterSeconds(outcome.error)
    reply.answer(errorJson(id, outcome.error), outcome.status, wait === null ? [] : ['Retry-After', `${wait}`])
  }
}

/** Never rejects. */
export async function routedOutcome(
  parts: RoutingParts,
  request: CarriedRequest,
  context: EraContext,
  tell: Tell,
): Promise<RoutedOutcome> {
  const { method } = request
  const rule: MethodRule = methods[method]
  const { _meta } = request.params
  if (!rule.isSound(request.params) || (_meta !== undefined && !isObject(_meta)))
    return { kind: 'error', error: { code: invalidParams, message: rule.wrongInput }, status: 200 }
  const written: WrittenResult = { json: null }
  let { params } = request
  const carried = (): Promise<CallResult> => carry(parts.router, method, params, context, written, tell)
  const searched = async (): Promise<CallResult> => {
    const call = await parts.search.take(context.scope, params)
    if ('result' in call) return call.result
    params = call.params
    return carried()
  }
  const served = context.standing.search && method === 'tools/call' ? searched : carried
  try {
    const { client } = context.standing.grant
    const held = (place: GatePlace) => {
      context.onPlace?.(place)
      return served()
    }
    const result = client === null ? await served() : await client.gate.run(context.cancellation, held)
    return { kind: 'result', json: context.resultJson(written.json ?? JSON.stringify(result), result, method) }
  } catch (thrown) {
    if (isCancellation(thrown)) return null
    const error = callError(thrown, { method, params }, context.era)
    if (error.code === internalError) {
      const target = String(rule.target(params)).slice(0, maxLoggedNameLength)
      parts.log.error({ method, target, error: messageOf(thrown) }, 'a call failed with an internal error')
    }
    return { kind: 'error', error, status: context.statusOf(error) }
  }
}

function carry(
  router: GatewayParts['router'],
  method: CarriedMethod,
  params: Params,
  context: EraContext,
  written: WrittenResult,
  onNotification: Tell,
): Promise<CallResult> {
  const { scope, standing, logLevel } = context
  return router.request(scope, method, {
    params,
    caller: context.caller,
    cancellation: context.cancellation,
    prefer: context.prefer,
    // The owner's own scope stays the same during a call. A client's scope changes if the owner changes the client's
    // choice.
    scopeNow: standing.grant.client === null ? undefined : () => standing.again(scope),
    logLevel,
    written,
    onNotification,
  })
}

function isReference(ref: unknown): boolean {
  if (!isObject(ref)) return false
  return ref['type'] === 'ref/prompt' ? typeof ref['name'] === 'string' : typeof ref['uri'] === 'string'
}
