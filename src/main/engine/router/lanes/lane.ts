/** The calls of one server: who runs, who waits, and to whom something belongs that the server says on its own. */
import { AppError } from '#contract/errors'
import type { InboundRequest } from '#engine/connections/inboundRequests'
import { refusalFor } from '#engine/policies/askable'
import { Slots } from '#engine/policies/slots'
import { CallQueue } from '#engine/router/lanes/callQueue'
import type { OneCall } from '#engine/router/oneCall'
import type { SentCall } from '#engine/router/sentCall'
import type { Log } from '#engine/ports'

const maxWaiting = 1_000
const internalError = -32603
const nothing = {}

export class Lane {
  readonly queue: CallQueue<OneCall>
  /** Calls that the server may be at work on, also those that were given up. */
  readonly sent = new Slots<SentCall>()

  constructor(concurrency: number) {
    this.queue = new CallQueue({ concurrency, maxWaiting })
  }

  /** Gives a slot back. */
  leave(): void {
    this.queue.leave()?.granted?.()
  }

  /** From now on so many calls at once; those that waited for what is free now go on. */
  limit(concurrency: number): void {
    if (this.queue.concurrency === concurrency) return
    this.queue.concurrency = concurrency
    for (let next = this.queue.enterNext(); next !== null; next = this.queue.enterNext()) next.granted?.()
  }

  /** A shared legacy server does not say which call it means: it is clear only while there is exactly one. */
  #theOnlyCall(): OneCall | null {
    if (this.sent.size !== 1) return null
    const one = this.sent.all()[0]?.one
    return one === undefined || one.settled ? null : one
  }

  takeNotification(method: string, params: Record<string, unknown>): void {
    if (method === 'notifications/message') this.#theOnlyCall()?.notify(method, params)
  }

  takeRequest(request: InboundRequest, log: Log): void {
    const one = this.#theOnlyCall()
    if (one === null) {
      const reason = `Switchboard cannot tell which of ${this.sent.size} calls this request belongs to.`
      log.warn({ method: request.method, calls: this.sent.size }, 'a request of a server was refused')
      request.refuse(internalError, reason)
      return
    }
    const { method, params } = request
    const { ask, capabilities } = one.call.caller
    const refusal = refusalFor(method, params, ask === null ? nothing : capabilities)
    if (ask === null || refusal !== null) {
      if (refusal !== null) request.refuse(refusal.code, refusal.message)
      return
    }
    const signal = AbortSignal.any([request.signal, one.ended])
    one
      .whileAsked(() => ask({ method, params }, signal))
      .then(
        (result) => request.respond(result),
        (thrown: unknown) => refuseAs(request, thrown),
      )
  }
}

/** The client's own error reaches the server exactly. */
function refuseAs(request: InboundRequest, thrown: unknown): void {
  const error = thrown instanceof AppError && thrown.code === 'SERVER_ERROR' ? thrown.data : thrown
  const { code, message, data } = (typeof error === 'object' && error !== null ? error : {}) as Record<string, unknown>
  request.refuse(
    typeof code === 'number' ? code : internalError,
    typeof message === 'string' ? message : 'The client did not answer.',
    data,
  )
}
