/** The methods that legacy clients can call, and the notifications and answers that they can send. */
import type { IncomingHttpHeaders } from 'node:http'
import { callError } from '#engine/gateway/request/callErrors'
import { isOfEra, refusalOf, tooManyUnderWay, unknownMethod } from '#engine/gateway/request/clientMethods'
import type { GatewayParts } from '#engine/gateway/gatewayParts'
import type { Reply } from '#engine/gateway/request/reply'
import {
  answerJson,
  errorJson,
  type JsonRpcError,
  type Message,
  type RequestId,
  type RpcRequest,
} from '#contract/jsonRpc/messages'
import { invalidParams, invalidRequest } from '#contract/jsonRpc/errorCodes'
import { listHashes } from '#engine/gateway/lists/knownLists'
import type { ClientSession } from '#engine/gateway/legacy/clientSession'
import { type ListRequest, listRequest, listWhenReady } from '#engine/gateway/lists/lists'
import { isLogLevel } from '#engine/policies/logLevels'
import { metaOf } from '#engine/gateway/request/protocolVersions'
import { isRefused, type Wishes, wishesOf } from '#engine/gateway/request/requestScope'
import {
  answerWith,
  type CarriedRequest,
  isCarried,
  type EraContext,
  routedOutcome,
  tellOn,
} from '#engine/gateway/request/routedRequests'
import { Cancellation } from '#engine/router/cancellation'

type OneWay = Extract<Message, { kind: 'notification' | 'answer' }>

export class LegacyMethods {
  readonly #parts: GatewayParts

  constructor(parts: GatewayParts) {
    this.#parts = parts
  }

  serve(session: ClientSession, request: RpcRequest, headers: IncomingHttpHeaders, reply: Reply): Promise<void> | void {
    const { id, method } = request
    const refusal = refusalOf(request, session.facts.standing.grant)
    if (refusal !== null) return answerWith(reply, id, { kind: 'error', error: refusal, status: 200 })
    const { scope } = session
    const own = { scope, prefer: session.facts.prefer }
    const wishes = wishesOf(own, headers, metaOf(request.params), this.#parts.views)
    if (isRefused(wishes)) return reply.answer(errorJson(id, wishes))
    if (isCarried(request)) return this.#carry(session, request, wishes, reply)
    const list = listRequest(method)
    if (list !== undefined) return this.#list(session, list, request, wishes, wishes.scope === scope, reply)
    return this.#serveOwn(session, request, wishes, reply)
  }

  async #serveOwn(session: ClientSession, request: RpcRequest, wishes: Wishes, reply: Reply): Promise<void> {
    const { id, method } = request
    if (!isOfEra('legacy', method)) return reply.answer(errorJson(id, unknownMethod(method)))
    switch (method) {
      case 'ping':
        reply.answer(answerJson(id, '{}'))
        break
      case 'logging/setLevel':
        this.#setLogLevel(session, request, reply)
        break
      case 'resources/subscribe':
        await this.#subscribe(session, request, wishes, reply)
        break
      case 'resources/unsubscribe':
        this.#unsubscribe(session, request, reply)
        break
      case 'initialize':
        this.refuseMessage(id, 'initialize cannot be part of a batch', reply)
        break
    }
  }

  take(session: ClientSession, message: OneWay): void {
    if (message.kind === 'answer') session.clientRequests.take(message.id, message.result, message.error)
    else if (message.method === 'notifications/cancelled') {
      session.calls.cancel(message.params['requestId'] as RequestId)
    }
  }

  refuseMessage(id: RequestId | undefined, reason: string, reply: Reply): void {
    reply.answer(errorJson(id, { code: invalidRequest, message: `Invalid request: ${reason}` }))
  }

  async #carry(
    session: ClientSession,
    request: CarriedRequest,
    { scope, prefer }: Wishes,
    reply: Reply,
  ): Promise<void> {
    const { id } = request
    const { calls, clientRequests, logLevel } = session
    if (calls.has(id)) {
      this.refuseMessage(id, 'another call with this id is still under way', reply)
      return
    }
    if (calls.size >= this.#parts.limits.underWay) {
      reply.answer(errorJson(id, tooManyUnderWay(calls.size)))
      return
    }
    const call = new Cancellation()
    calls.add(id, call)
    const context: EraContext = {
      scope,
      standing: session.facts.standing,
      era: 'legacy',
      caller: session.callerFor(call, reply),
      cancellation: call,
      prefer,
      logLevel,
      resultJson,
      statusOf: always200,
    }
    try {
      answerWith(reply, id, await routedOutcome(this.#parts, request, context, tellOn(reply, logLevel)))
    } finally {
      calls.delete(id)
      clientRequests.end(call)
    }
  }

  /** `own`: the list covers the whole session, not one of its several projects, so its changes are announced. */
  async #list(
    session: ClientSession,
    list: ListRequest,
    { id, params }: RpcRequest,
    { scope }: Wishes,
    own: boolean,
    reply: Reply,
  ): Promise<void> {
    const { standing } = session.facts
    const listing = await session.whileListing(list.kind, () =>
      listWhenReady(this.#parts, list, standing, scope, params),
    )
    // The reply may have ended while the list was waiting, for example because the client reads nothing.
    if (!reply.isOpen) return reply.skip()
    if ('problem' in listing) {
      reply.answer(errorJson(id, listing.problem))
      return
    }
    if (own) session.know(list.kind, listHashes(listing.view, standing.search))
    reply.answer(answerJson(id, `${listing.head}}`))
  }

  async #subscribe(
    session: ClientSession,
    { id, params, method }: RpcRequest,
    { scope }: Wishes,
    reply: Reply,
  ): Promise<void> {
    const { uri } = params
    if (typeof uri !== 'string') {
      reply.answer(errorJson(id, noUri))
      return
    }
    const { resourceUpdates, readiness, limits } = this.#parts
    try {
      await readiness.wait(scope)
      await session.followed.follow(resourceUpdates, scope, uri, limits.resourceSubscriptions, session.tellUpdates)
      reply.answer(answerJson(id, '{}'))
    } catch (thrown) {
      reply.answer(errorJson(id, callError(thrown, { method, params }, 'legacy')))
    }
  }

  #unsubscribe(session: ClientSession, { id, params: { uri } }: RpcRequest, reply: Reply): void {
    if (typeof uri !== 'string') {
      reply.answer(errorJson(id, noUri))
      return
    }
    session.followed.unfollow(uri)
    reply.answer(answerJson(id, '{}'))
  }

  #setLogLevel(session: ClientSession, { id, params }: RpcRequest, reply: Reply): void {
    const { level } = params
    if (!isLogLevel(level)) {
      reply.answer(errorJson(id, { code: invalidParams, message: '"level" must be one of the log levels' }))
      return
    }
    session.logLevel = level
    reply.answer(answerJson(id, '{}'))
  }
}

const noUri: JsonRpcError = { code: invalidParams, message: '"uri" must be a string' }
const resultJson = (json: string): string => json
const always200 = (): number => 200
