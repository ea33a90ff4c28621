/**
 * One request of a client that is carried to a server, from its arrival to its one answer. What era the client is of
 * shows only in `RequestContext`.
 */
import type { ProtocolEra } from '#contract/server'
import { messageOf } from '#contract/errors'
import { callError, isCancellation } from '#engine/gateway/callErrors'
import type { Reply } from '#engine/gateway/reply'
import {
  answerJson,
  errorJson,
  internalError,
  invalidParams,
  isObject,
  notificationJson,
  type Params,
  type RpcError,
  type RpcRequest,
} from '#engine/gateway/jsonRpc'
import { reaches, type LogLevel } from '#engine/gateway/logLevels'
import type { Log } from '#engine/ports'
import type { Scope } from '#engine/registry/scope'
import type { Caller, CallResult, Router } from '#engine/router/call'
import type { Cancellation } from '#engine/router/cancellation'

export interface RequestContext {
  readonly scope: Scope
  readonly era: ProtocolEra
  readonly caller: Caller
  readonly cancellation: Cancellation
  /** Labels that the servers which take the request should have. */
  readonly prefer: readonly string[] | undefined
  /** The mildest log message the client wants; null: none at all. */
  readonly logLevel: LogLevel | null
  resultJson(result: CallResult, method: CarriedMethod): string
  statusOf(error: RpcError): number
}

interface MethodRule {
  isSound(params: Params): boolean
  readonly wrongInput: string
  /** How the log calls what was asked for. */
  target(params: Params): unknown
}

const named: MethodRule = {
  isSound: ({ name }) => typeof name === 'string',
  wrongInput: '"name" must be text, "_meta" an object',
  target: ({ name }) => name,
}

const methods = {
  'tools/call': named,
  'prompts/get': named,
  'resources/read': {
    isSound: ({ uri }) => typeof uri === 'string',
    wrongInput: '"uri" must be text, "_meta" an object',
    target: ({ uri }) => uri,
  },
  'completion/complete': {
    isSound: ({ ref, argument }) => isReference(ref) && isObject(argument),
    wrongInput: '"ref" must name a prompt or a resource, "argument" and "_meta" must be objects',
    target: ({ ref }) => (isObject(ref) ? (ref['name'] ?? ref['uri']) : ref),
  },
} satisfies Record<string, MethodRule>

export type CarriedMethod = keyof typeof methods

export interface CarriedRequest extends RpcRequest {
  readonly method: CarriedMethod
}

export function isCarried(request: RpcRequest): request is CarriedRequest {
  return Object.hasOwn(methods, request.method)
}

/** Names come from clients: a log line stays a line. */
const longestLoggedName = 128

export async function answerRouted(
  router: Router,
  log: Log,
  request: CarriedRequest,
  context: RequestContext,
  reply: Reply,
): Promise<void> {
  const { id, method, params } = request
  const rule: MethodRule = methods[method]
  const { _meta } = params
  if (!rule.isSound(params) || (_meta !== undefined && !isObject(_meta))) {
    reply.answer(errorJson(id, { code: invalidParams, message: rule.wrongInput }))
    return
  }
  try {
    const result = await router.request(context.scope, method, {
      params,
      caller: context.caller,
      cancellation: context.cancellation,
      prefer: context.prefer,
      onNotification: (told, about) => {
        if (told !== 'notifications/message') reply.sendIfReading(notificationJson(told, about))
        else if (context.logLevel !== null && reaches(context.logLevel, about['level'])) {
          reply.sendIfReading(notificationJson(told, about))
        }
      },
    })
    reply.answer(answerJson(id, context.resultJson(result, method)))
  } catch (thrown) {
    if (isCancellation(thrown)) {
      reply.skip()
      return
    }
    const error = callError(thrown, request, context.era)
    if (error.code === internalError) {
      const target = String(rule.target(params)).slice(0, longestLoggedName)
      log.error({ method, target, error: messageOf(thrown) }, 'a call failed inside')
    }
    reply.answer(errorJson(id, error), context.statusOf(error))
  }
}

function isReference(ref: unknown): boolean {
  if (!isObject(ref)) return false
  return ref['type'] === 'ref/prompt' ? typeof ref['name'] === 'string' : typeof ref['uri'] === 'string'
}
