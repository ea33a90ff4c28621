/** Carries requests from 2026-07-28 clients to servers, and holds the calls that are waiting for such a client. */
import { type CarriedMethod, carriedMethods } from '#contract/jsonRpc/carriedMethods'
import { fieldsOf, isObject } from '#contract/jsonRpc/jsonObject'
import { errorCodes } from '#contract/errors'
import { retryAfterSeconds } from '#engine/gateway/request/callErrors'
import { clientIdentity } from '#engine/gateway/client/clientIdentity'
import type { GatewayParts } from '#engine/gateway/gatewayParts'
import { errorJson, type Params, type JsonRpcError } from '#contract/jsonRpc/messages'
import { isLogLevel } from '#engine/policies/logLevels'
import { missingCapability } from '#engine/gateway/modern/envelope'
import { HeldCall, type Round } from '#engine/gateway/modern/heldCall'
import { HeldCalls } from '#engine/gateway/modern/heldCalls'
import type { ModernExchange } from '#engine/gateway/modern/modernExchange'
import { metaOf } from '#engine/gateway/request/protocolVersions'
import type { Reply } from '#engine/gateway/request/reply'
import type { Wishes } from '#engine/gateway/request/requestScope'
import {
  answerWith,
  type CarriedRequest,
  type EraContext,
  routedOutcome,
  tellOn,
} from '#engine/gateway/request/routedRequests'
import type { Standing } from '#engine/gateway/client/standing'
import { canBeAsked } from '#engine/policies/askable'
import { metaKeys } from '#engine/policies/protocolVersions'
import { projectOf, type Scope } from '#engine/registry/catalog/scope'
import type { Caller, CallResult } from '#engine/router/call'

/** A resource may change at any time, so clients must not cache it. */
const readTtlMs = 0

export class ModernCalls {
  readonly #parts: GatewayParts
  readonly #held: HeldCalls

  constructor(parts: GatewayParts) {
    this.#parts = parts
    this.#held = new HeldCalls(parts)
  }

  /** The number of calls that are waiting for their clients to return with answers. */
  get held(): number {
    return this.#held.size
  }

  /** Ends the waiting calls of a client on a channel, or of a grant key. */
  endAllOf(principal: string): void {
    this.#held.endAllOf(principal)
  }

  close(): void {
    this.#held.close()
  }

  async serve(
    exchange: ModernExchange,
    request: CarriedRequest,
    standing: Standing,
    { scope, prefer }: Wishes,
    meta: Params,
  ): Promise<void> {
    const { reply, cancellation } = exchange
    const { id, method, params } = request
    const view = this.#parts.views.view(scope)
    const isCall = view !== null && method === 'tools/call'
    const problem = isCall ? exchange.callProblem(view, params) : null
    if (problem !== null) {
      reply.answer(errorJson(id, problem), 400)
      return
    }
    const level = meta[metaKeys.logLevel]
    const context: EraContext = {
      scope,
      standing,
      era: 'modern',
      caller: callerOf(meta, exchange.callerKey, standing),
      cancellation,
      prefer,
      logLevel: isLogLevel(level) ? level : null,
      resultJson: completeJson,
      statusOf,
    }
    const mayAsk = canBeAsked(context.caller.capabilities) && carriedMethods[method].mayAsk
    if (mayAsk || params['requestState'] !== undefined) await this.#serveInRounds(exchange, request, context, mayAsk)
    else await this.#answer(reply, request, context)
  }

  /** Serves a request that never asks its client anything. */
  async #answer(reply: Reply, request: CarriedRequest, context: EraContext): Promise<void> {
    const tell = tellOn(reply, context.logLevel)
    answerWith(reply, request.id, await routedOutcome(this.#parts, request, context, tell))
  }

  /** Serves one round of a call that may ask its client questions. */
  async #serveInRounds(
    { reply, callerKey }: ModernExchange,
    request: CarriedRequest,
    context: EraContext,
    mayAsk: boolean,
  ): Promise<void> {
    const { id, method, params } = request
    const { caller, cancellation, logLevel, standing } = context
    const binding = { principal: callerKey ?? standing.grant.key, method, target: targetOf(params, context.scope) }
    const held = this.#held.find(params['requestState'], binding)
    const round: Round = {
      cancellation,
      progressToken: metaOf(params)?.['progressToken'],
      tell: tellOn(reply, logLevel),
      answer: (outcome) => answerWith(reply, id, outcome),
    }
    if (held instanceof HeldCall) await held.goOn(round, params['inputResponses'])
    else if (held !== null) reply.answer(errorJson(id, held))
    else if (!mayAsk) await this.#answer(reply, request, context)
    else
      await this.#held.begin(binding, round, (call) => {
        const { ask, cancellation: taken, onPlace } = call
        const asked = { ...context, caller: { ...caller, ask }, cancellation: taken, onPlace }
        return routedOutcome(this.#parts, request, asked, call.tell)
      })
  }
}

/**
 * Adds what a modern result needs. Every result says whether it is complete, which legacy servers do not say. A read
 * result says how long it is valid and for whom: only for its reader, because the server was asked with Switchboard's
 * rights.
 */
function completeJson(plain: string, result: CallResult, method: CarriedMethod): string {
  const isRead = method === 'resources/read' && (result['resultType'] ?? 'complete') === 'complete'
  const json = isRead ? JSON.stringify({ ttlMs: readTtlMs, ...result, cacheScope: 'private' }) : plain
  if (Object.hasOwn(result, 'resultType')) return json
  return json === '{}' ? '{"resultType":"complete"}' : `{"resultType":"complete",${json.slice(1)}`
}

/** The HTTP status of an error. Most errors are sent with 200. */
function statusOf(error: JsonRpcError): number {
  if (error.code === missingCapability) return 400
  return retryAfterSeconds(error) === null ? 200 : errorCodes.TOO_MANY_CALLS
}

/** Identifies what a request is for. A request state is not valid for anything else. */
function targetOf({ name, uri, ref }: Params, scope: Scope): string {
  const place = [scope.kind, projectOf(scope), scope.kind === 'server' ? scope.slug : null]
  return JSON.stringify([name, uri, ref, ...place])
}

const maxKeyLength = 100

/**
 * The caller of a request. If a client is only known by the name that it gives itself, the name decides its place in
 * the queue and nothing else.
 */
function callerOf(meta: Params, key: string | null, { grant }: Standing): Caller {
  const info = meta[metaKeys.clientInfo]
  const { client } = grant
  const name = isObject(info) && typeof info['name'] === 'string' ? info['name'] : 'unnamed'
  const capabilities = meta[metaKeys.clientCapabilities]
  return {
    key: key ?? `client ${client === null ? '' : `${grant.key} `}${name.slice(0, maxKeyLength)}`,
    capabilities: fieldsOf(capabilities),
    ask: null,
    takesInputRequired: true,
    identity: clientIdentity(info, key !== null),
    ...(client !== null && { approval: client.approval, knownAs: client.name }),
  }
}
