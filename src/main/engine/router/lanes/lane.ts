/**
 * The calls to one server: which are running, which are waiting, and to which of them a message from the server
 * belongs.
 */
import { AppError } from '#contract/errors'
import type { InboundRequest } from '#engine/connections/peer/inboundRequests'
import { internalError } from '#contract/jsonRpc/errorCodes'
import { fieldsOf } from '#contract/jsonRpc/jsonObject'
import { refusalFor } from '#engine/policies/askable'
import { isLogLevel, reaches } from '#engine/policies/logLevels'
import { Slots } from '#engine/structures/slots'
import { CallQueue } from '#engine/router/lanes/callQueue'
import { LaneUsers } from '#engine/router/lanes/laneUsers'
import { PagesAsked } from '#engine/router/lanes/pagesAsked'
import type { SlotWait } from '#engine/router/lanes/slotWait'
import { areOfOneCaller, whoIsMeant } from '#engine/router/lanes/whoIsMeant'
import type { OneCall } from '#engine/router/calls/oneCall'
import type { Log } from '#engine/ports'

const maxWaiting = 1_000
const nothing = {}
/**
 * Notifications that are only for Switchboard or for subscribers. They are delivered in other ways, or not at all.
 */
const ownNotifications = new Set([
  'notifications/progress',
  'notifications/cancelled',
  'notifications/initialized',
  'notifications/resources/updated',
  'notifications/resources/list_changed',
  'notifications/tools/list_changed',
  'notifications/prompts/list_changed',
  'notifications/roots/list_changed',
  'notifications/subscriptions/acknowledged',
])

/** A call that was sent to a server, with the id of the request. */
interface AtServer {
  readonly one: OneCall
  readonly id: number
}

export const noCallInProgress = 'No call is in progress to which this request could belong.'

export class Lane {
  readonly queue: CallQueue<SlotWait>
  /** Calls that the server may be working on, including abandoned ones. */
  readonly sent = new Slots<AtServer>()
  readonly pagesAsked = new PagesAsked()
  readonly users = new LaneUsers()

  constructor(concurrency: number) {
    this.queue = new CallQueue({ concurrency, maxWaiting })
  }

  /** Frees a slot. */
  leave(): void {
    this.queue.leave()?.granted()
  }

  /** Changes how many calls may run at the same time. Waiting calls that now fit continue. */
  limit(concurrency: number): void {
    if (this.queue.concurrency === concurrency) return
    this.queue.concurrency = concurrency
    for (let next = this.queue.enterNext(); next !== null; next = this.queue.enterNext()) next.granted()
  }

  /** Returns false if the notification could be meant for several clients, so that none got it. */
  takeNotification(method: string, params: Readonly<Record<string, unknown>>, within?: number): boolean {
    if (method === 'notifications/elicitation/complete') {
      this.pagesAsked.done(method, params)
      return true
    }
    if (ownNotifications.has(method)) return true
    const meant = whoIsMeant(this.#sentAs(within), within === undefined ? this.users.keys : [], wanting(method, params))
    if (meant.kind === 'call') meant.one.notify(method, params)
    else if (meant.kind === 'client') this.users.tell(meant.key, method, params)
    return meant.kind !== 'unclear'
  }

  /** The calls that the server may mean. `within`: the id of the only possible one, if the transport knows it. */
  #sentAs(within: number | undefined): OneCall[] {
    const sent = this.sent.all()
    return (within === undefined ? sent : sent.filter(({ id }) => id === within)).map(({ one }) => one)
  }

  /**
   * The calls that a server's question may belong to. If all have the same caller, that one person or client answers
   * for all of them. Empty if there are several callers, or if none of the calls is still waiting.
   */
  #askedCalls(within: number | undefined): readonly OneCall[] {
    const calls = this.#sentAs(within)
    return areOfOneCaller(calls) ? calls.filter((one) => !one.settled) : []
  }

  takeRequest(request: InboundRequest, log: Log): void {
    const calls = this.#askedCalls(request.within)
    const one = calls.find(({ call }) => call.caller.ask !== null) ?? calls[0]
    if (one === undefined) {
      const reason =
        this.sent.size === 0
          ? noCallInProgress
          : `Switchboard cannot tell which of ${this.sent.size} calls this request belongs to.`
      log.warn({ method: request.method, calls: this.sent.size }, 'a request from a server was refused')
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

/** Whether a call's client wants this notification, by log level. Notifications without a level are always wanted. */
function wanting(method: string, { level }: Readonly<Record<string, unknown>>): (one: OneCall) => boolean {
  if (method !== 'notifications/message') return () => true
  return ({ call }) => isLogLevel(call.logLevel) && reaches(call.logLevel, level)
}

/** Pauses the timeouts of all these calls, because each may be waiting for the answer. */
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

/** Passes the client's own error to the server unchanged. */
function refuseAs(request: InboundRequest, thrown: unknown): void {
  const error = thrown instanceof AppError && thrown.code === 'SERVER_ERROR' ? thrown.data : thrown
  const { code, message, data } = fieldsOf(error)
  request.refuse(
    typeof code === 'number' ? code : internalError,
    typeof message === 'string' ? message : 'The client did not answer.',
    data,
  )
}
