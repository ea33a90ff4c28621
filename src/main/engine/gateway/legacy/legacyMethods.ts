/** The methods that a legacy session can call, and the notifications and answers it can send. */
import type { GatewayParts } from '#engine/gateway/gatewayParts'
import type { Reply } from '#engine/gateway/http/reply'
import {
  answerJson,
  errorJson,
  invalidParams,
  invalidRequest,
  methodNotFound,
  type Message,
  type RequestId,
  type RpcRequest,
} from '#engine/gateway/jsonRpc'
import type { Session } from '#engine/gateway/legacy/session'
import { isLogLevel } from '#engine/gateway/logLevels'
import { answerToolCall } from '#engine/gateway/toolCalls'
import { listTools } from '#engine/gateway/toolList'
import { Cancellation } from '#engine/router/cancellation'

type OneWay = Extract<Message, { kind: 'notification' | 'answer' }>

export class LegacyMethods {
  readonly #parts: GatewayParts

  constructor(parts: GatewayParts) {
    this.#parts = parts
  }

  async serve(session: Session, request: RpcRequest, reply: Reply): Promise<void> {
    switch (request.method) {
      case 'tools/call':
        await this.#callTool(session, request, reply)
        break
      case 'tools/list':
        await this.#listTools(session, request, reply)
        break
      case 'ping':
        reply.answer(answerJson(request.id, '{}'))
        break
      case 'logging/setLevel':
        this.#setLogLevel(session, request, reply)
        break
      case 'initialize':
        this.refuseMessage(request.id, 'initialize comes alone', reply)
        break
      default:
        reply.answer(errorJson(request.id, { code: methodNotFound, message: `Method not found: ${request.method}` }))
    }
  }

  take(session: Session, message: OneWay): void {
    if (message.kind === 'answer') session.clientRequests.take(message.id, message.result, message.error)
    else if (message.method === 'notifications/cancelled') {
      session.calls.cancel(message.params['requestId'] as RequestId)
    }
  }

  refuseMessage(id: RequestId | undefined, reason: string, reply: Reply): void {
    reply.answer(errorJson(id, { code: invalidRequest, message: `Invalid request: ${reason}` }))
  }

  async #callTool(session: Session, request: RpcRequest, reply: Reply): Promise<void> {
    const { id } = request
    const { calls, clientRequests, facts, logLevel } = session
    if (calls.has(id)) {
      this.refuseMessage(id, 'a call with this id is under way', reply)
      return
    }
    const call = new Cancellation()
    calls.add(id, call)
    const context = {
      scope: facts.scope,
      caller: session.callerFor(call, reply),
      cancellation: call,
      logLevel,
      resultJson: JSON.stringify,
      statusOf: always200,
    }
    try {
      await answerToolCall(this.#parts.router, this.#parts.log, request, context, reply)
    } finally {
      calls.delete(id)
      clientRequests.end(call)
    }
  }

  async #listTools(session: Session, { id, params }: RpcRequest, reply: Reply): Promise<void> {
    const listing = await session.whileListing(() => listTools(this.#parts, session.facts.scope, params))
    if ('problem' in listing) {
      reply.answer(errorJson(id, listing.problem))
      return
    }
    session.know(listing.view.hash)
    reply.answer(answerJson(id, `{"tools":${listing.view.toolsJson}}`))
  }

  #setLogLevel(session: Session, { id, params }: RpcRequest, reply: Reply): void {
    const { level } = params
    if (!isLogLevel(level)) {
      reply.answer(errorJson(id, { code: invalidParams, message: '"level" must be one of the log levels' }))
      return
    }
    session.logLevel = level
    reply.answer(answerJson(id, '{}'))
  }
}

const always200 = (): number => 200
