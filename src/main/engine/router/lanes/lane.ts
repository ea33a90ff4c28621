/** The calls of one server: who runs, who waits, and to whom something belongs that the server says on its own. */
import { AppError } from '#contract/errors'
import type { InboundRequest } from '#engine/connections/inboundRequests'
import { refusalFor } from '#engine/policies/askable'
import { Slots } from '#engine/policies/slots'
import { CallQueue } from '#engine/router/lanes/callQueue'
import { PagesAsked } from '#engine/router/lanes/pagesAsked'
import type { Caller } from '#engine/router/call'
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
  readonly pagesAsked = new PagesAsked()

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

  /**
   * Those of the only caller that the server is at work for: what it asks belongs to one of them, and one person or client
   * answers for all. Empty when there are several callers, or nobody waits any more.
   */
  #callsOfOneCaller(): readonly OneCall[] {
    const calls = this.sent.all().map(({ one }) => one)
    const [first] = calls
    if (first === undefined || !calls.every((one) => one === first || isSameCaller(one.call.caller, first.call.caller)))
      return []
    return calls.filter((one) => !one.settled)
  }

  takeNotification(method: string, params: Record<string, unknown>): void {
    if (method === 'notifications/message') this.#theOnlyCall()?.notify(method, params)
    else if (method === 'notifications/elicitation/complete') this.pagesAsked.done(method, params)
  }

  takeRequest(request: InboundRequest, log: Log): void {
    const calls = this.#callsOfOneCaller()
    const one = calls.find(({ call }) => call.caller.ask !== null) ?? calls[0]
    if (one === undefined) {
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
    if (method === 'elicitation/create') this.pagesAsked.remember([request], one.call.caller)
    const signal = AbortSignal.any([request.signal, whenAllEnded(calls)])
    whileAllAsked(calls, () => ask({ method, params }, signal)).then(
      (result) => request.respond(result),
      (thrown: unknown) => refuseAs(request, thrown),
    )
  }
}

/** The key of a caller that takes questions as answers is a name that anybody may have. */
function isSameCaller(one: Caller, other: Caller): boolean {
  return (
    one.key === other.key &&
    one.conversationId === other.conversationId &&
    one.takesInputRequired !== true &&
    other.takesInputRequired !== true
  )
}

/** Each of them may be the one that waits for the answer. */
function whileAllAsked<T>(calls: readonly OneCall[], ask: () => Promise<T>): Promise<T> {
  return calls.reduce<() => Promise<T>>((inner, one) => () => one.whileAsked(inner), ask)()
}

function whenAllEnded(calls: readonly OneCall[]): AbortSignal {
  const [only] = calls
  if (calls.length === 1 && only !== undefined) return only.ended
  const all = new AbortController()
  for (const { ended } of calls)
    ended.addEventListener('abort', () => {
      if (calls.every(({ settled }) => settled)) all.abort()
    })
  return all.signal
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
