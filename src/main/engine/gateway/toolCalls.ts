/** One `tools/call` of a client, from its request to its one answer. What era the client is of shows only in `CallContext`. */
import { messageOf } from '#contract/errors'
import { callError, isCancellation } from '#engine/gateway/callErrors'
import type { Reply } from '#engine/gateway/http/reply'
import {
  answerJson,
  errorJson,
  internalError,
  invalidParams,
  isObject,
  notificationJson,
  type RpcError,
  type RpcRequest,
} from '#engine/gateway/jsonRpc'
import { reaches, type LogLevel } from '#engine/gateway/logLevels'
import type { Log } from '#engine/ports'
import type { Scope } from '#engine/registry/scope'
import type { Caller, CallResult, Router, ToolCallParams } from '#engine/router/call'
import type { Cancellation } from '#engine/router/cancellation'

export interface CallContext {
  readonly scope: Scope
  readonly caller: Caller
  readonly cancellation: Cancellation
  /** The mildest log message the client wants; null: none at all. */
  readonly logLevel: LogLevel | null
  resultJson(result: CallResult): string
  statusOf(error: RpcError): number
}

/** Names come from clients: a log line stays a line. */
const longestLoggedName = 128

export async function answerToolCall(
  router: Router,
  log: Log,
  request: RpcRequest,
  context: CallContext,
  reply: Reply,
): Promise<void> {
  const { id, params } = request
  const { name, _meta } = params
  if (typeof name !== 'string' || (_meta !== undefined && !isObject(_meta))) {
    reply.answer(errorJson(id, { code: invalidParams, message: '"name" must be text, "_meta" an object' }))
    return
  }
  try {
    const result = await router.callTool(context.scope, {
      params: params as ToolCallParams,
      caller: context.caller,
      cancellation: context.cancellation,
      onNotification: (method, told) => {
        if (method !== 'notifications/message') reply.sendIfReading(notificationJson(method, told))
        else if (context.logLevel !== null && reaches(context.logLevel, told['level'])) {
          reply.sendIfReading(notificationJson(method, told))
        }
      },
    })
    reply.answer(answerJson(id, context.resultJson(result)))
  } catch (thrown) {
    if (isCancellation(thrown)) {
      reply.skip()
      return
    }
    const error = callError(thrown, name)
    if (error.code === internalError) {
      log.error({ tool: name.slice(0, longestLoggedName), error: messageOf(thrown) }, 'a call failed inside')
    }
    reply.answer(errorJson(id, error), context.statusOf(error))
  }
}
