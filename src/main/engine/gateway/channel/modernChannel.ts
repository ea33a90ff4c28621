/** Serves a client of 2026-07-28 on a channel, where it cancels a request by its id. */
import type { ChannelMethods, ChannelOptions } from '#engine/gateway/channel/channelParts'
import { tooManyUnderWay } from '#engine/gateway/request/clientMethods'
import { ChannelReply } from '#engine/gateway/channel/channelReply'
import { ChannelStream } from '#engine/gateway/channel/channelStream'
import { errorJson, type RequestId, type RpcRequest } from '#contract/jsonRpc/messages'
import { invalidRequest } from '#contract/jsonRpc/errorCodes'
import { metaProblem } from '#engine/gateway/modern/envelope'
import { CallsUnderWay } from '#engine/gateway/legacy/callsUnderWay'
import type { ModernExchange } from '#engine/gateway/modern/modernExchange'
import { Cancellation } from '#engine/router/cancellation'

export class ModernChannel {
  readonly #options: ChannelOptions
  readonly #methods: ChannelMethods
  readonly #calls = new CallsUnderWay()
  readonly #streams = new Map<RequestId, ChannelStream>()

  constructor(options: ChannelOptions, methods: ChannelMethods) {
    this.#options = options
    this.#methods = methods
  }

  async serve(request: RpcRequest): Promise<void> {
    const { id, params } = request
    const { channel, standing, headers, key } = this.#options
    const reply = new ChannelReply(channel)
    const problem = metaProblem(params) ?? this.#idProblem(id) ?? this.#roomProblem()
    const view = this.#methods.parts.views.view(standing.scope)
    if (problem !== null || view === null) {
      reply.answer(errorJson(id, problem ?? { code: invalidRequest, message: 'Project or server not found' }))
      return
    }
    const cancellation = new Cancellation()
    const exchange: ModernExchange = {
      headers,
      reply,
      cancellation,
      callerKey: key,
      callProblem: () => null,
      openStream: () => this.#openStream(id),
    }
    this.#calls.add(id, cancellation)
    try {
      await this.#methods.modern.serve(exchange, standing, request)
    } finally {
      this.#calls.delete(id)
    }
  }

  /** Cancels a call or a subscription. */
  cancel(id: RequestId): void {
    this.#calls.cancel(id)
    this.#streams.get(id)?.end()
  }

  end(): void {
    this.#calls.cancelAll()
    this.#methods.modern.callerGone(this.#options.key)
    this.stopListening()
  }

  /**
   * Ends the subscriptions without a last message, because the client's bridge will listen at another engine instead.
   */
  stopListening(): void {
    for (const stream of this.#streams.values()) stream.end()
  }

  #openStream(id: RequestId): ChannelStream {
    const stream = new ChannelStream(this.#options.channel)
    this.#streams.set(id, stream)
    stream.onClosed(() => this.#streams.delete(id))
    return stream
  }

  #roomProblem() {
    const { size } = this.#calls
    return size < this.#methods.parts.limits.underWay ? null : tooManyUnderWay(size)
  }

  #idProblem(id: RequestId) {
    if (!this.#calls.has(id) && !this.#streams.has(id)) return null
    return { code: invalidRequest, message: 'Invalid request: another request with this id is still under way' }
  }
}
