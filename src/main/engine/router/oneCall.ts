/**
 * One call on its way: settled exactly once, whatever arrives afterwards. It owns its time-out and its caller's
 * cancellation; the router owns where it goes.
 */
import { AppError } from '#contract/errors'
import type { Scope } from '#engine/registry/scope'
import type { CallResult, ToolCall } from '#engine/router/call'
import type { CallFacts, CallTarget, Outcome } from '#engine/router/recorder'
import type { Clock, Timer } from '#engine/ports'

/** No call takes longer than this, however much progress it reports. */
const longestCallMs = 3_600_000

export class OneCall implements CallFacts {
  readonly scope: Scope
  readonly call: ToolCall
  readonly promise: Promise<CallResult>
  readonly startedAt: number
  readonly #clock: Clock
  readonly #onAbort: (() => void) | null
  readonly #onSettled: (one: OneCall, outcome: Outcome) => void
  #resolve: (result: CallResult) => void = () => undefined
  #reject: (error: AppError) => void = () => undefined
  #settled = false
  #lastSignAt: number
  #timer: Timer | null = null
  #ended: AbortController | null = null
  /** Called by the queue when a slot is this call's. */
  granted: () => void = () => undefined
  /** Called once, when the call is settled by anything but the server's answer. */
  onAbandoned: ((error: AppError) => void) | null = null
  /** The tool was switched off while the call was under way. */
  revoked = false
  /** How often the server wanted to know something before it goes on. */
  inputRounds = 0
  target: CallTarget | null = null
  recordId: string | null = null
  /** Under way while the record of this call is begun. */
  beginning: Promise<string | null> | null = null

  constructor(scope: Scope, call: ToolCall, clock: Clock, onSettled: (one: OneCall, outcome: Outcome) => void) {
    this.scope = scope
    this.call = call
    this.#clock = clock
    this.#onSettled = onSettled
    this.startedAt = clock.now()
    this.#lastSignAt = this.startedAt
    this.promise = new Promise((resolve, reject) => {
      this.#resolve = resolve
      this.#reject = reject
    })
    const { signal } = call
    if (signal === undefined) this.#onAbort = null
    else {
      this.#onAbort = () => this.abandon(new AppError('CALL_CANCELLED', 'The call was cancelled.'))
      if (signal.aborted) this.#onAbort()
      else signal.addEventListener('abort', this.#onAbort, { once: true })
    }
  }

  get settled(): boolean {
    return this.#settled
  }

  /** Fires when the call is settled: whatever was asked on its behalf is moot. */
  get ended(): AbortSignal {
    this.#ended ??= new AbortController()
    if (this.#settled) this.#ended.abort()
    return this.#ended.signal
  }

  /** Waits at most `timeoutMs` from now, or from the last sign of life. */
  limit(timeoutMs: number): void {
    this.#timer?.cancel()
    this.#lastSignAt = this.#clock.now()
    this.#arm(timeoutMs, timeoutMs)
  }

  /** Progress, which comes with the caller's own token, is a sign of life. */
  progress(params: Record<string, unknown>): void {
    if (this.#settled) return
    this.#lastSignAt = this.#clock.now()
    const token = this.call.params._meta?.['progressToken']
    this.call.onNotification?.('notifications/progress', { ...params, progressToken: token })
  }

  notify(method: string, params: Record<string, unknown>): void {
    if (!this.#settled) this.call.onNotification?.(method, params)
  }

  succeed(result: CallResult): void {
    if (this.#settle({ result })) this.#resolve(result)
  }

  fail(error: AppError): void {
    if (this.#settle({ error })) this.#reject(error)
  }

  /** Fails it from this side: the server, if it has the call, is told. */
  abandon(error: AppError): void {
    if (!this.#settle({ error })) return
    this.onAbandoned?.(error)
    this.#reject(error)
  }

  #settle(outcome: Outcome): boolean {
    if (this.#settled) return false
    this.#settled = true
    this.#timer?.cancel()
    this.#ended?.abort()
    if (this.#onAbort !== null) this.call.signal?.removeEventListener('abort', this.#onAbort)
    this.#onSettled(this, outcome)
    return true
  }

  #arm(delayMs: number, timeoutMs: number): void {
    this.#timer = this.#clock.after(delayMs, () => {
      const now = this.#clock.now()
      const dueAt = Math.min(this.#lastSignAt + timeoutMs, this.startedAt + longestCallMs)
      if (now < dueAt) this.#arm(dueAt - now, timeoutMs)
      else
        this.abandon(
          new AppError(
            'CALL_TIMED_OUT',
            `The call was given up after ${seconds(now - this.#lastSignAt)} without an answer.`,
          ),
        )
    })
  }
}

function seconds(durationMs: number): string {
  return `${Math.round(durationMs / 100) / 10} s`
}
