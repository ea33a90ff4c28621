/**
 * The HTTP endpoint for clients of 2024-11-05 to 2025-11-25: their sessions, their notification streams, and the
 * messages in them.
 */
import type { IncomingMessage, ServerResponse } from 'node:http'
import type { GatewayParts } from '#engine/gateway/gatewayParts'
import { accepts } from '#engine/gateway/http/contentTypes'
import { EventStream } from '#engine/gateway/http/eventStream'
import { HttpReply } from '#engine/gateway/http/httpReply'
import { refuse, sendEmpty, sendJson } from '#engine/gateway/http/sendJson'
import { answerJson, classify, errorJson, type Message, type RpcRequest } from '#contract/jsonRpc/messages'
import { type HashesOf, listHashes, type ListHashes } from '#engine/gateway/lists/knownLists'
import { answerInitialize, isInitialized } from '#engine/gateway/legacy/answerInitialize'
import type { LegacyMethods } from '#engine/gateway/legacy/legacyMethods'
import type { ClientSession } from '#engine/gateway/legacy/clientSession'
import { ClientSessions } from '#engine/gateway/legacy/clientSessions'
import { isLegacyVersion } from '#engine/gateway/request/protocolVersions'
import { batchVersion } from '#engine/policies/protocolVersions'
import type { Reply } from '#engine/gateway/request/reply'
import type { Standing } from '#engine/gateway/client/standing'
import { isRefused, wishesOf } from '#engine/gateway/request/requestScope'
import { scopeKey } from '#engine/registry/catalog/scope'

export class LegacyEndpoint {
  readonly #parts: GatewayParts
  readonly #sessions: ClientSessions
  readonly #methods: LegacyMethods

  constructor(parts: GatewayParts, methods: LegacyMethods) {
    this.#parts = parts
    this.#sessions = new ClientSessions(parts.clock, parts.makeId, parts.limits, parts.callerGone)
    this.#methods = methods
  }

  get sessions(): number {
    return this.#sessions.size
  }

  post(request: IncomingMessage, response: ServerResponse, standing: Standing, body: unknown): Promise<void> | void {
    if (Array.isArray(body)) return this.#postBatch(request, response, standing, body)
    const message = classify(body)
    if (message.kind === 'invalid')
      return refuse(response, { status: 400, message: `Invalid request: ${message.reason}` }, message.id)
    if (message.kind === 'request' && message.method === 'initialize')
      return this.#initialize(request, response, standing, message)
    const session = this.#session(request, response, standing, message.kind === 'request' ? message.id : undefined)
    if (session === null) return
    if (message.kind === 'request') {
      const reply = new HttpReply(response, this.#parts, standing.grant, null)
      return this.#methods.serve(session, message, request.headers, reply)
    }
    this.#methods.take(session, message)
    sendEmpty(response, 202)
  }

  openStream(request: IncomingMessage, response: ServerResponse, standing: Standing): void {
    if (!accepts(request.headers.accept, 'text/event-stream')) {
      refuse(response, { status: 406, message: 'Accept must list text/event-stream' })
      return
    }
    const session = this.#wholeSession(request, response, standing)
    if (session === null) return
    const stream = new EventStream(response, this.#parts.backlog, standing.grant)
    stream.flush()
    this.#parts.keepAlive.add(stream)
    session.openStream(stream, this.#hashes(session))
  }

  endSession(request: IncomingMessage, response: ServerResponse, standing: Standing): void {
    const session = this.#wholeSession(request, response, standing)
    if (session === null) return
    this.#sessions.end(session)
    sendEmpty(response, 204)
  }

  /** Notifies the sessions whose views have changed. */
  publish(hashesOf: HashesOf): void {
    for (const session of this.#sessions) {
      session.tellIfChanged(hashesOf(session.scope, session.facts.standing.search))
    }
  }

  /** Ends the sessions that were opened with this grant key. */
  revoke(key: string): void {
    this.#sessions.endAllOf(key)
  }

  close(): void {
    this.#sessions.close()
  }

  #hashes(session: ClientSession): ListHashes | undefined {
    const view = this.#parts.views.view(session.scope)
    return view === null ? undefined : listHashes(view, session.facts.standing.search)
  }

  #initialize(request: IncomingMessage, response: ServerResponse, standing: Standing, message: RpcRequest): void {
    const { id } = message
    const initialized = answerInitialize(this.#parts, standing, request.headers, message)
    if (!isInitialized(initialized)) {
      sendJson(response, 200, errorJson(id, initialized))
      return
    }
    const session = this.#sessions.create(initialized.facts, initialized.hashes)
    sendJson(response, 200, answerJson(id, initialized.resultJson), ['Mcp-Session-Id', session.facts.id])
  }

  async #postBatch(
    request: IncomingMessage,
    response: ServerResponse,
    standing: Standing,
    body: readonly unknown[],
  ): Promise<void> {
    const session = this.#session(request, response, standing)
    if (session === null) return
    const problem = this.#batchProblem(session, body)
    if (problem !== null) {
      refuse(response, { status: 400, message: problem })
      return
    }
    await this.#parts.turns.batches.wait(standing.grant.key, body.length)
    const messages = body.map(classify)
    const answered = messages.filter(({ kind }) => kind === 'request' || kind === 'invalid').length
    const reply = new HttpReply(response, this.#parts, standing.grant, answered)
    await Promise.all(messages.map((message) => this.#takeOne(session, message, request, reply)))
    if (answered === 0) sendEmpty(response, 202)
  }

  async #takeOne(session: ClientSession, message: Message, request: IncomingMessage, reply: Reply): Promise<void> {
    if (message.kind === 'request') await this.#methods.serve(session, message, request.headers, reply)
    else if (message.kind === 'invalid') this.#methods.refuseMessage(message.id, message.reason, reply)
    else this.#methods.take(session, message)
  }

  #batchProblem(session: ClientSession, body: readonly unknown[]): string | null {
    if (session.facts.version !== batchVersion) return `JSON-RPC batches exist in ${batchVersion} only`
    if (body.length === 0) return 'a batch must contain at least one message'
    const { batch } = this.#parts.limits
    return body.length > batch ? `a batch may contain at most ${batch} messages` : null
  }

  /**
   * The session for a request about the whole session. Null if the request was refused, because it names no session of
   * this client, or because it names another project or only one of the projects that the session covers.
   */
  #wholeSession(request: IncomingMessage, response: ServerResponse, standing: Standing): ClientSession | null {
    const session = this.#session(request, response, standing)
    if (session === null) return null
    const { scope } = session
    const wishes = wishesOf({ scope, prefer: undefined }, request.headers, undefined, this.#parts.views)
    if (isRefused(wishes)) refuse(response, { status: 400, message: wishes.message })
    else if (scopeKey(wishes.scope) === scopeKey(scope)) return session
    else refuse(response, { status: 400, message: 'This session covers all projects: name the project in initialize' })
    return null
  }

  /** The session that the request names. Null if the request was refused. */
  #session(
    request: IncomingMessage,
    response: ServerResponse,
    standing: Standing,
    id?: RpcRequest['id'],
  ): ClientSession | null {
    const named = request.headers['mcp-session-id']
    const version = request.headers['mcp-protocol-version']
    if (typeof named !== 'string') {
      refuse(response, { status: 400, message: 'Mcp-Session-Id is missing: initialize first' }, id)
      return null
    }
    if (typeof version === 'string' && !isLegacyVersion(version)) {
      refuse(response, { status: 400, message: 'MCP-Protocol-Version names an unsupported version' }, id)
      return null
    }
    const session = this.#sessions.find(named, standing)
    if (session === null) refuse(response, { status: 404, message: 'Session not found: send initialize again' }, id)
    return session
  }
}
