/** The endpoint for clients of 2026-07-28: every request stands alone and says in itself all that is known of its client. */
import type { IncomingMessage, ServerResponse } from 'node:http'
import { errorCodes } from '#contract/errors'
import { clientIdentity } from '#engine/gateway/clientIdentity'
import type { GatewayParts } from '#engine/gateway/gatewayParts'
import { Reply } from '#engine/gateway/http/reply'
import { refuse, sendEmpty, sendJson } from '#engine/gateway/http/sendJson'
import {
  answerJson,
  classify,
  errorJson,
  invalidParams,
  isObject,
  methodNotFound,
  type Params,
  type RpcError,
  type RpcRequest,
} from '#engine/gateway/jsonRpc'
import type { ListHashes } from '#engine/gateway/knownLists'
import { listRequest, viewForListing } from '#engine/gateway/lists'
import { isLogLevel } from '#engine/gateway/logLevels'
import { envelopeProblem, missingCapability } from '#engine/gateway/modern/envelope'
import { ParamHeaders } from '#engine/gateway/modern/paramHeaders'
import { Subscriptions } from '#engine/gateway/modern/subscriptions'
import { metaKeys, metaOf, modernVersion } from '#engine/gateway/protocolVersions'
import { isRefused, type Wishes, wishesOf } from '#engine/gateway/requestScope'
import {
  answerRouted,
  type CarriedMethod,
  type CarriedRequest,
  isCarried,
  type RequestContext,
} from '#engine/gateway/routedRequests'
import type { CatalogView } from '#engine/registry/catalogView'
import type { Scope } from '#engine/registry/scope'
import type { Caller, CallResult } from '#engine/router/call'
import { Cancellation } from '#engine/router/cancellation'

/** A switch of a tool takes effect at once, so that no list may be kept without asking. */
const listTtlMs = 0
/** Nobody knows when a resource changes. */
const readTtlMs = 0
const discoverTtlMs = 300_000

const serverCapabilities = {
  tools: { listChanged: true },
  prompts: { listChanged: true },
  resources: { listChanged: true, subscribe: true },
  completions: {},
} as const

export class ModernEndpoint {
  readonly #parts: GatewayParts
  readonly #subscriptions: Subscriptions
  readonly #paramHeaders = new ParamHeaders()
  readonly #discoverJson: string
  readonly #listTail: string

  constructor(parts: GatewayParts) {
    this.#parts = parts
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

  async post(request: IncomingMessage, response: ServerResponse, view: CatalogView, body: unknown): Promise<void> {
    const message = classify(body)
    if (message.kind === 'request') await this.#serve(request, response, view, message)
    else if (message.kind === 'notification') sendEmpty(response, 202)
    else {
      const reason = message.kind === 'invalid' ? message.reason : 'clients of this version send no answers'
      refuse(response, { status: 400, message: `Invalid request: ${reason}` }, message.id)
    }
  }

  publish(hashesOf: (scope: Scope) => ListHashes | undefined): void {
    this.#subscriptions.publish(hashesOf)
  }

  close(): void {
    this.#subscriptions.close()
  }

  async #serve(http: IncomingMessage, response: ServerResponse, view: CatalogView, request: RpcRequest): Promise<void> {
    const { id, method, params } = request
    const problem = envelopeProblem(http.headers, method, params)
    if (problem !== null) {
      sendJson(response, 400, errorJson(id, problem))
      return
    }
    const meta = metaOf(params) ?? {}
    const wishes = wishesOf({ scope: view.scope, prefer: undefined }, http.headers, meta, this.#parts.views)
    if (isRefused(wishes)) sendJson(response, 200, errorJson(id, wishes))
    else if (isCarried(request)) await this.#carry(http, response, request, view, wishes, meta)
    else if (listRequest(method) !== undefined) await this.#list(response, wishes.scope, request)
    else if (method === 'server/discover') sendJson(response, 200, answerJson(id, this.#discoverJson))
    else if (method === 'subscriptions/listen') await this.#listen(response, wishes.scope, request)
    else sendJson(response, 404, errorJson(id, { code: methodNotFound, message: `Method not found: ${method}` }))
  }

  async #carry(
    http: IncomingMessage,
    response: ServerResponse,
    request: CarriedRequest,
    whole: CatalogView,
    { scope, prefer }: Wishes,
    meta: Params,
  ): Promise<void> {
    const view = scope === whole.scope ? whole : this.#parts.views.view(scope)
    const problem =
      view === null || request.method !== 'tools/call'
        ? null
        : this.#paramHeaders.problem(view, http.headers, request.params)
    if (problem !== null) {
      sendJson(response, 400, errorJson(request.id, problem))
      return
    }
    const cancellation = new Cancellation()
    const reply = new Reply(response, this.#parts.heartbeat, null)
    response.on('close', () => {
      if (reply.isUnsettled) cancellation.cancel()
    })
    const logLevel = meta[metaKeys.logLevel]
    const context: RequestContext = {
      scope,
      era: 'modern',
      caller: callerOf(meta),
      cancellation,
      prefer,
      logLevel: isLogLevel(logLevel) ? logLevel : null,
      resultJson: completeJson,
      statusOf,
    }
    await answerRouted(this.#parts.router, this.#parts.log, request, context, reply)
  }

  async #list(response: ServerResponse, scope: Scope, { id, method, params }: RpcRequest): Promise<void> {
    const reply = new Reply(response, this.#parts.heartbeat, null)
    const listing = await viewForListing(this.#parts, scope, params)
    if ('problem' in listing) reply.answer(errorJson(id, listing.problem))
    else reply.answer(answerJson(id, `${listRequest(method)?.head(listing.view) ?? '{'},${this.#listTail}`))
  }

  async #listen(response: ServerResponse, scope: Scope, { id, params }: RpcRequest): Promise<void> {
    const filter = params['notifications']
    if (!isObject(filter)) {
      const error = { code: invalidParams, message: '"notifications" must say what to be told of' }
      sendJson(response, 200, errorJson(id, error))
      return
    }
    if (this.#subscriptions.size >= this.#parts.limits.subscriptions) {
      const error = { code: errorCodes.QUEUE_FULL, message: 'Too many subscriptions are open.' }
      sendJson(response, 200, errorJson(id, error))
      return
    }
    await this.#subscriptions.open(response, id, scope, filter)
  }
}

/**
 * Every result says how complete it is; servers of the legacy era do not know that yet. What was read says how long it
 * holds and for whom: never for others than who asked, because the server was asked with the rights of Switchboard.
 */
function completeJson(result: CallResult, method: CarriedMethod): string {
  const isRead = method === 'resources/read' && (result['resultType'] ?? 'complete') === 'complete'
  const json = JSON.stringify(isRead ? { ttlMs: readTtlMs, ...result, cacheScope: 'private' } : result)
  if (Object.hasOwn(result, 'resultType')) return json
  return json === '{}' ? '{"resultType":"complete"}' : `{"resultType":"complete",${json.slice(1)}`
}

/** Only this error has a status of its own; whatever else a call ends with travels inside a 200. */
function statusOf(error: RpcError): number {
  return error.code === missingCapability ? 400 : 200
}

const longestKey = 100

/** There is no session, so that a client is known by the name it gives itself; it decides nothing but its place in line. */
function callerOf(meta: Params): Caller {
  const info = meta[metaKeys.clientInfo]
  const name = isObject(info) && typeof info['name'] === 'string' ? info['name'] : 'unnamed'
  const capabilities = meta[metaKeys.clientCapabilities]
  return {
    key: `client ${name.slice(0, longestKey)}`,
    capabilities: isObject(capabilities) ? capabilities : {},
    ask: null,
    identity: clientIdentity(info, false),
  }
}
