/**
 * The methods that clients of 2026-07-28 can call, over HTTP or a channel. Every request carries all that is known
 * about its client.
 */
import type { ServerCapabilities } from '@modelcontextprotocol/server'
import type { ModernExchange } from '#engine/gateway/modern/modernExchange'
import { isObject } from '#contract/jsonRpc/jsonObject'
import { errorCodes } from '#contract/errors'
import { retryAfterSeconds } from '#engine/gateway/request/callErrors'
import { isOfEra, type MethodOf, refusalOf, unknownMethod } from '#engine/gateway/request/clientMethods'
import type { GatewayParts } from '#engine/gateway/gatewayParts'
import { answerJson, errorJson, type JsonRpcError, type RpcRequest } from '#contract/jsonRpc/messages'
import { invalidParams, methodNotFound } from '#contract/jsonRpc/errorCodes'
import type { HashesOf } from '#engine/gateway/lists/knownLists'
import { type ListRequest, listRequest, listWhenReady } from '#engine/gateway/lists/lists'
import { ModernCalls } from '#engine/gateway/modern/modernCalls'
import { Subscriptions } from '#engine/gateway/modern/subscriptions'
import { metaOf } from '#engine/gateway/request/protocolVersions'
import { metaKeys, modernVersion } from '#engine/policies/protocolVersions'
import type { Reply } from '#engine/gateway/request/reply'
import type { Standing } from '#engine/gateway/client/standing'
import { isRefused, wishesOf } from '#engine/gateway/request/requestScope'
import { answerWith, isCarried } from '#engine/gateway/request/routedRequests'
import type { Scope } from '#engine/registry/catalog/scope'

/** Clients must not cache lists, because a toggle takes effect immediately. */
const listTtlMs = 0
const discoverTtlMs = 300_000

const serverCapabilities = {
  tools: { listChanged: true },
  prompts: { listChanged: true },
  resources: { listChanged: true, subscribe: true },
  completions: {},
} as const satisfies ServerCapabilities

type ServeOwn = (
  exchange: ModernExchange,
  standing: Standing,
  scope: Scope,
  request: RpcRequest,
) => Promise<void> | void

export class ModernMethods {
  readonly #parts: GatewayParts
  readonly #subscriptions: Subscriptions
  readonly #calls: ModernCalls
  readonly #discoverJson: string
  readonly #listTail: string
  readonly #serveOwn: Readonly<Record<MethodOf<'modern'>, ServeOwn>> = {
    'server/discover': ({ reply }, _standing, _scope, { id }) => reply.answer(answerJson(id, this.#discoverJson)),
    'subscriptions/listen': (...request) => this.#listen(...request),
  }

  constructor(parts: GatewayParts) {
    this.#parts = parts
    this.#calls = new ModernCalls(parts)
    const { serverInfo, instructions } = parts.identity
    const _meta = { [metaKeys.serverInfo]: serverInfo }
    this.#subscriptions = new Subscriptions(parts, _meta)
    this.#listTail = JSON.stringify({ resultType: 'complete', ttlMs: listTtlMs, cacheScope: 'private', _meta }).slice(1)
    this.#discoverJson = JSON.stringify({
      resultType: 'complete',
      supportedVersions: [modernVersion],
      capabilities: serverCapabilities,
      instructions,
      ttlMs: discoverTtlMs,
      cacheScope: 'private',
      _meta,
    })
  }

  /** The number of calls that are waiting for their clients to return with answers. */
  get heldCalls(): number {
    return this.#calls.held
  }

  get openSubscriptions(): number {
    return this.#subscriptions.size
  }

  /** Ends the subscriptions and waiting calls of this grant key. */
  revoke(key: string): void {
    this.#subscriptions.endAllOf(key)
    this.#calls.endAllOf(key)
  }

  publish(hashesOf: HashesOf): void {
    this.#subscriptions.publish(hashesOf)
  }

  /** Ends the waiting calls of a channel's client, which is gone for good. */
  callerGone(callerKey: string): void {
    this.#calls.endAllOf(callerKey)
  }

  close(): void {
    this.#subscriptions.close()
    this.#calls.close()
  }

  /** Serves a request whose headers and `_meta` have been checked. */
  async serve(exchange: ModernExchange, arrived: Standing, request: RpcRequest): Promise<void> {
    const { id, method, params } = request
    const refusal = refusalOf(request, arrived.grant)
    if (refusal !== null) {
      answerWith(exchange.reply, id, { kind: 'error', error: refusal, status: statusOf(refusal) })
      return
    }
    const meta = metaOf(params) ?? {}
    const capabilities = meta[metaKeys.clientCapabilities]
    const standing = isObject(capabilities) ? arrived.for('modern', capabilities) : arrived
    const wishes = wishesOf({ scope: standing.scope, prefer: undefined }, exchange.headers, meta, this.#parts.views)
    const list = listRequest(method)
    if (isRefused(wishes)) exchange.reply.answer(errorJson(id, wishes))
    else if (isCarried(request)) await this.#calls.serve(exchange, request, standing, wishes, meta)
    else if (list !== undefined) await this.#list(exchange.reply, list, standing, wishes.scope, request)
    else if (isOfEra('modern', method)) await this.#serveOwn[method](exchange, standing, wishes.scope, request)
    else exchange.reply.answer(errorJson(id, unknownMethod(method)), 404)
  }

  async #list(
    reply: Reply,
    list: ListRequest,
    standing: Standing,
    scope: Scope,
    { id, params }: RpcRequest,
  ): Promise<void> {
    const listing = await listWhenReady(this.#parts, list, standing, scope, params)
    if (!reply.isOpen) reply.skip()
    else if ('problem' in listing) reply.answer(errorJson(id, listing.problem))
    else reply.answer(answerJson(id, `${listing.head},${this.#listTail}`))
  }

  async #listen(exchange: ModernExchange, standing: Standing, scope: Scope, { id, params }: RpcRequest): Promise<void> {
    const filter = params['notifications']
    if (!isObject(filter)) {
      const error = { code: invalidParams, message: '"notifications" must name what to subscribe to' }
      exchange.reply.answer(errorJson(id, error))
      return
    }
    if (!this.#subscriptions.hasRoomFor(standing.grant.key)) {
      const error = { code: errorCodes.QUEUE_FULL, message: 'Too many subscriptions are open. Close some first.' }
      exchange.reply.answer(errorJson(id, error))
      return
    }
    await this.#subscriptions.open(exchange.openStream(), id, { standing, scope }, filter)
  }
}

/** The HTTP status for a refused request. A request with invalid input is refused with 200. */
function statusOf(refusal: JsonRpcError): number {
  if (refusal.code === methodNotFound) return 404
  return retryAfterSeconds(refusal) === null ? 200 : errorCodes.TOO_MANY_CALLS
}
