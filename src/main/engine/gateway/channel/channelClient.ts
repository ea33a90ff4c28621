/**
 * Serves one client on a channel, a connection that carries everything both ways, as stdio and the HTTP+SSE transport
 * of 2024 do. Streamable HTTP spreads this over several requests. On a channel, the client needs no secret to be
 * recognised, and everything ends together.
 */
import type { ChannelMethods, ChannelOptions } from '#engine/gateway/channel/channelParts'
import type { IncomingHttpHeaders } from 'node:http'
import { errorCodes, messageOf } from '#contract/errors'
import { refusalOf } from '#engine/gateway/request/clientMethods'
import { BatchReply, ChannelReply } from '#engine/gateway/channel/channelReply'
import { ChannelStream } from '#engine/gateway/channel/channelStream'
import { ModernChannel } from '#engine/gateway/channel/modernChannel'
import {
  answerJson,
  classify,
  errorJson,
  type Message,
  type RequestId,
  type RpcRequest,
} from '#contract/jsonRpc/messages'
import { internalError, invalidRequest } from '#contract/jsonRpc/errorCodes'
import { type HashesOf, listHashes } from '#engine/gateway/lists/knownLists'
import { answerInitialize, isInitialized } from '#engine/gateway/legacy/answerInitialize'
import { ClientSession } from '#engine/gateway/legacy/clientSession'
import { eraOf } from '#engine/gateway/request/protocolVersions'
import { batchVersion } from '#engine/policies/protocolVersions'
import type { Reply } from '#engine/gateway/request/reply'

export class ChannelClient {
  readonly #options: ChannelOptions
  readonly #methods: ChannelMethods
  readonly #modern: ModernChannel | null
  #session: ClientSession | null = null
  /** Whether the client gets notifications yet. */
  #isListening = false
  #underWay = 0

  constructor(options: ChannelOptions, methods: ChannelMethods) {
    this.#options = options
    this.#methods = methods
    this.#modern = options.eras === 'legacy' ? null : new ModernChannel(options, methods)
    options.channel.onClosed(() => this.#end())
  }

  /** The number of unanswered requests, without subscriptions. */
  get underWay(): number {
    return this.#underWay
  }

  /** Processes one parsed message or batch, with the headers that came with it. Never throws. */
  receive(value: unknown, headers: IncomingHttpHeaders = this.#options.headers): void {
    if (Array.isArray(value)) this.#receiveBatch(value, headers)
    else if (this.#modern !== null && eraOf(undefined, value) === 'modern') this.#receiveModern(this.#modern, value)
    else this.#take(classify(value), headers, () => new ChannelReply(this.#options.channel))
  }

  /** Notifies a legacy client if its view has changed. Subscriptions of the modern era are notified elsewhere. */
  publish(hashesOf: HashesOf): void {
    this.#session?.tellIfChanged(hashesOf(this.#session.scope, this.#session.facts.standing.search))
  }

  revoke(key: string): void {
    if (this.#options.standing.grant.key === key) this.#options.channel.end()
  }

  /** Stops sending notifications. Requests under way still get their answers. */
  stopListening(): void {
    this.#session?.stopListening()
    this.#modern?.stopListening()
  }

  #receiveModern(modern: ModernChannel, value: unknown): void {
    const message = classify(value)
    if (message.kind === 'request') void this.#count(message.id, () => modern.serve(message))
    else if (message.kind === 'invalid') this.#refuse(message.id, message.reason)
    else this.#takeOneWay(message)
  }

  #take(message: Message, headers: IncomingHttpHeaders, replyTo: () => Reply): void {
    if (message.kind === 'invalid') this.#methods.legacy.refuseMessage(message.id, message.reason, replyTo())
    else if (message.kind !== 'request') this.#takeOneWay(message)
    else if (message.method === 'initialize') this.#initialize(message, headers, replyTo())
    else this.#serve(message, headers, replyTo())
  }

  #takeOneWay(message: Extract<Message, { kind: 'notification' | 'answer' }>): void {
    if (message.kind === 'notification' && message.method === 'notifications/cancelled') {
      this.#modern?.cancel(message.params['requestId'] as RequestId)
    }
    if (this.#session === null) return
    this.#listen(this.#session)
    this.#methods.legacy.take(this.#session, message)
  }

  #serve(request: RpcRequest, headers: IncomingHttpHeaders, reply: Reply): void {
    const session = this.#session
    if (session !== null) {
      this.#listen(session)
      void this.#count(request.id, () => this.#methods.legacy.serve(session, request, headers, reply))
    } else this.#serveUninitialized(request, reply)
  }

  #serveUninitialized(request: RpcRequest, reply: Reply): void {
    const { id, method } = request
    const refusal = refusalOf(request, this.#options.standing.grant)
    if (refusal !== null) reply.answer(errorJson(id, refusal))
    else if (method === 'ping') reply.answer(answerJson(id, '{}'))
    else this.#methods.legacy.refuseMessage(id, 'initialize first', reply)
  }

  #initialize(request: RpcRequest, headers: IncomingHttpHeaders, reply: Reply): void {
    const { id } = request
    const { standing, key } = this.#options
    const { parts } = this.#methods
    const initialized = answerInitialize(parts, standing, headers, request)
    if (!isInitialized(initialized)) {
      reply.answer(errorJson(id, initialized))
      return
    }
    if (this.#session !== null) this.#replace(this.#session)
    const facts = { ...initialized.facts, id: key, key, questionPrefix: `${parts.makeId().slice(0, 8)}-` }
    this.#session = new ClientSession(facts, parts.clock.elapsed(), initialized.hashes)
    this.#isListening = false
    reply.answer(answerJson(id, initialized.resultJson))
  }

  /**
   * Replaces the session. The earlier requests are answered with an error, because the client is still waiting for
   * them.
   */
  #replace(session: ClientSession): void {
    const data = { code: 'CALL_CANCELLED' }
    const error = {
      code: errorCodes.CALL_CANCELLED,
      message: 'The client sent initialize again, which ended this call.',
      data,
    }
    for (const id of session.calls.awaited()) this.#options.channel.send(errorJson(id, error))
    session.end()
  }

  /**
   * Starts notifications. Called for the first message after initialize, because the client may not be ready before.
   */
  #listen(session: ClientSession): void {
    if (this.#isListening) return
    this.#isListening = true
    const view = this.#methods.parts.views.view(session.scope)
    const { search } = session.facts.standing
    session.openStream(new ChannelStream(this.#options.channel), view === null ? undefined : listHashes(view, search))
  }

  #receiveBatch(values: readonly unknown[], headers: IncomingHttpHeaders): void {
    const limit = this.#methods.parts.limits.batch
    const messages = values.map(classify)
    if (this.#session?.facts.version !== batchVersion)
      this.#refuseAll(messages, `batches exist in ${batchVersion} only`)
    else if (values.length === 0) this.#refuseAll(messages, 'a batch must contain at least one message')
    else if (values.length > limit) this.#refuseAll(messages, `a batch may contain at most ${limit} messages`)
    else {
      const answered = messages.filter(({ kind }) => kind === 'request' || kind === 'invalid').length
      const reply = new BatchReply(this.#options.channel, answered)
      for (const message of messages) this.#take(message, headers, () => reply)
    }
  }

  /** Refuses a whole batch. Each id needs an answer, because the client is waiting for the answer to each request. */
  #refuseAll(messages: readonly Message[], reason: string): void {
    const ids = messages.flatMap((message) => (message.kind === 'request' ? message.id : []))
    for (const id of ids) this.#refuse(id, reason)
    if (ids.length === 0) this.#refuse(undefined, reason)
  }

  #refuse(id: RequestId | undefined, reason: string): void {
    const error = { code: invalidRequest, message: `Invalid request: ${reason}` }
    this.#options.channel.send(errorJson(id, error))
  }

  /** Never rejects. */
  async #count(id: RequestId, serve: () => Promise<void> | void): Promise<void> {
    this.#underWay += 1
    try {
      await serve()
    } catch (thrown) {
      this.#methods.parts.log.error({ error: messageOf(thrown) }, 'serving a request failed')
      this.#options.channel.send(errorJson(id, { code: internalError, message: 'Internal error' }))
    } finally {
      this.#underWay -= 1
    }
  }

  #end(): void {
    this.#modern?.end()
    this.#session?.end()
    this.#session = null
  }
}
