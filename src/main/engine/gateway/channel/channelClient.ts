/**
 * One client on a channel that carries everything both ways, as stdio and the transport of 2024 do. What HTTP spreads
 * over requests comes here in one line, so that the client needs no secret to be known by, and all of it ends together.
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
import { isShaken, shakeHands } from '#engine/gateway/legacy/handshake'
import { Session } from '#engine/gateway/legacy/session'
import { eraOf } from '#engine/gateway/request/protocolVersions'
import { batchVersion } from '#engine/policies/protocolVersions'
import type { Reply } from '#engine/gateway/request/reply'

export class ChannelClient {
  readonly #options: ChannelOptions
  readonly #methods: ChannelMethods
  readonly #modern: ModernChannel | null
  #session: Session | null = null
  /** Whether the session is told things already. */
  #isListening = false
  #underWay = 0

  constructor(options: ChannelOptions, methods: ChannelMethods) {
    this.#options = options
    this.#methods = methods
    this.#modern = options.eras === 'legacy' ? null : new ModernChannel(options, methods)
    options.channel.onClosed(() => this.#end())
  }

  /** Requests that have no answer yet; what is listened to does not count. */
  get underWay(): number {
    return this.#underWay
  }

  /** Takes one parsed message, or a batch, with the headers that came with it. Never throws. */
  receive(value: unknown, headers: IncomingHttpHeaders = this.#options.headers): void {
    if (Array.isArray(value)) this.#receiveBatch(value, headers)
    else if (this.#modern !== null && eraOf(undefined, value) === 'modern') this.#receiveModern(this.#modern, value)
    else this.#take(classify(value), headers, () => new ChannelReply(this.#options.channel))
  }

  /** Tells a legacy client whose view is not what it knows; subscriptions of the modern era are told by themselves. */
  publish(hashesOf: HashesOf): void {
    this.#session?.tellIfChanged(hashesOf(this.#session.scope, this.#session.facts.standing.search))
  }

  revoke(key: string): void {
    if (this.#options.standing.grant.key === key) this.#options.channel.end()
  }

  /** Tells nothing more; the requests under way still get their answers. */
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
    const handshake = shakeHands(parts, standing, headers, request)
    if (!isShaken(handshake)) {
      reply.answer(errorJson(id, handshake))
      return
    }
    if (this.#session !== null) this.#replace(this.#session)
    const facts = { ...handshake.facts, id: key, key, questionPrefix: `${parts.makeId().slice(0, 8)}-` }
    this.#session = new Session(facts, parts.clock.elapsed(), handshake.hashes)
    this.#isListening = false
    reply.answer(answerJson(id, handshake.resultJson))
  }

  /** Whoever shakes hands again has taken nothing back: it waits for what it asked before. */
  #replace(session: Session): void {
    const data = { code: 'CALL_CANCELLED' }
    const error = { code: errorCodes.CALL_CANCELLED, message: 'A new handshake has ended this call.', data }
    for (const id of session.calls.awaited()) this.#options.channel.send(errorJson(id, error))
    session.end()
  }

  /** A client is told things from its first message after the handshake on: before it, it may not be ready. */
  #listen(session: Session): void {
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
    else if (values.length === 0) this.#refuseAll(messages, 'a batch must hold at least one message')
    else if (values.length > limit) this.#refuseAll(messages, `a batch may hold at most ${limit} messages`)
    else {
      const answered = messages.filter(({ kind }) => kind === 'request' || kind === 'invalid').length
      const reply = new BatchReply(this.#options.channel, answered)
      for (const message of messages) this.#take(message, headers, () => reply)
    }
  }

  /** The client waits for each request of a batch: without their ids it would go on waiting. */
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
      this.#methods.parts.log.error({ error: messageOf(thrown) }, 'a request could not be served')
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
