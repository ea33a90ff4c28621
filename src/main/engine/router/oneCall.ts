/**
 * One call on its way: settled exactly once, whatever arrives afterwards, and its caller hears nothing of it after that.
 * It owns its time-out and its caller's cancellation; the router owns where it goes.
 */
import { durationText } from '#contract/durationText'
import { AppError } from '#contract/errors'
import type { Scope } from '#engine/registry/scope'
import type { CallResult, RoutedCall, ToolCall } from '#engine/router/call'
import type { CallFacts, CallTarget, Outcome } from '#engine/router/recorder'
import type { RoutedMethod } from '#engine/router/routedMethods'
import type { Clock } from '#engine/ports'

/** No call takes longer than this, however much progress it reports. */
const longestCallMs = 3_600_000

/** A person who is asked for something may take this long, however fast the server must be. */
export const longestQuestionMs = 300_000

const nobody: readonly string[] = []

/** Told once, when the call is settled by anything but the server's answer. */
export interface CallHolder {
  abandoned(error: AppError): void
}

export class OneCall {
  readonly scope: Scope
  readonly method: RoutedMethod
  call: RoutedCall
  readonly promise: Promise<CallResult>
  startedAt: number
  readonly #clock: Clock
  readonly #onSettled: (one: OneCall, outcome: Outcome) => void
  #resolve!: (result: CallResult) => void
  #reject!: (error: AppError) => void
  #settled = false
  #lastSignAt: number
  #timeoutMs = longestCallMs
  #ended: AbortController | null = null
  #held = false
  /** Questions of the server that its caller has not answered. */
  #questions = 0
  /** Called by the queue when a slot is this call's. */
  granted: (() => void) | null = null
  /** Whoever has the call in hand. */
  holder: CallHolder | null = null
  /** Among the active calls. */
  place = -1
  /** The tool was switched off while the call was under way. */
  revoked = false
  /** How often the server wanted to know something before it goes on. */
  inputRounds = 0
  /** The members that were to have it and could not be reached. */
  unreached: readonly string[] = nobody
  /** It was lost after it was sent, and may not be made a third time. */
  madeAgain = false
  /** A person changed its arguments. */
  edited = false
  /** What the definitions of its members were when it was allowed; null where nobody looked at them. */
  admittedFor: ReadonlyMap<string, string> | null = null
  target: CallTarget | null = null
  recordId: string | null = null
  /** Under way while the record of this call is begun. */
  beginning: Promise<string | null> | null = null

  constructor(
    scope: Scope,
    method: RoutedMethod,
    call: RoutedCall,
    clock: Clock,
    onSettled: (one: OneCall, outcome: Outcome) => void,
  ) {
    this.scope = scope
    this.method = method
    this.call = call
    this.#clock = clock
    this.#onSettled = onSettled
    this.startedAt = clock.now()
    this.#lastSignAt = this.startedAt
    this.promise = new Promise((resolve, reject) => {
      this.#resolve = resolve
      this.#reject = reject
    })
    const { cancellation } = call
    if (cancellation === undefined) return
    if (cancellation.cancelled) this.cancelled()
    else cancellation.listen(this)
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

  /** What there is to record of it; null for what is not a tool's call. */
  get facts(): CallFacts | null {
    return this.method === 'tools/call' ? (this as { readonly call: ToolCall } & this) : null
  }

  /** Under which project it is recorded. */
  get projectId(): string | null {
    return this.target?.projectId ?? (this.scope.kind === 'project' ? this.scope.projectId : null)
  }

  /** Of a tool's call. */
  get args(): unknown {
    return this.call.params['arguments'] ?? {}
  }

  /** What is sent and recorded from here on. */
  edit(args: Readonly<Record<string, unknown>>): void {
    if (this.#settled || JSON.stringify(args) === JSON.stringify(this.args)) return
    this.edited = true
    this.call = { ...this.call, params: { ...this.call.params, arguments: args } }
    this.call.onEdited?.(args)
  }

  /** A person is asked whether it may be made; null: no longer. */
  asked(questionId: string | null): void {
    if (!this.#settled) this.call.onQuestion?.(questionId)
  }

  /** It is on record that it is about to be made; resolves when its caller has it on record too. */
  async recorded(id: string | null): Promise<void> {
    this.recordId = id
    this.beginning = null
    if (!this.#settled) await this.call.onRecorded?.(id)
  }

  /** Somebody else has the word: until `resume` no time passes for it. */
  hold(): void {
    this.#held = true
  }

  resume(): void {
    this.#held = false
    this.startedAt = this.#clock.now()
    this.#lastSignAt = this.startedAt
  }

  /** The caller has the word: the time that it takes to answer is not the server's. */
  async whileAsked<T>(ask: () => Promise<T>): Promise<T> {
    this.#questions++
    this.#lastSignAt = this.#clock.now()
    try {
      return await ask()
    } finally {
      this.#questions--
      this.#lastSignAt = this.#clock.now()
    }
  }

  /** Waits at most `timeoutMs` from the call's start, or from the last sign of life: no detour adds to it. */
  limit(timeoutMs: number): void {
    this.#timeoutMs = timeoutMs
  }

  /** Gives it up when its time is over. */
  expire(now: number): void {
    if (this.#held) return
    const waitMs = this.#questions > 0 ? Math.max(this.#timeoutMs, longestQuestionMs) : this.#timeoutMs
    const dueAt = Math.min(this.#lastSignAt + waitMs, this.startedAt + longestCallMs)
    if (now < dueAt) return
    const waited = durationText(now - this.#lastSignAt)
    this.abandon(new AppError('CALL_TIMED_OUT', `The call was given up after ${waited} without an answer.`))
  }

  /** Progress, which comes with the caller's own token, is a sign of life. */
  progress(params: Record<string, unknown>): void {
    if (this.#settled) return
    this.#lastSignAt = this.#clock.now()
    const meta = this.call.params['_meta'] as Readonly<Record<string, unknown>> | undefined
    const token = meta?.['progressToken']
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
    this.holder?.abandoned(error)
    this.#reject(error)
  }

  /** Its caller takes it back. */
  cancelled(): void {
    this.abandon(new AppError('CALL_CANCELLED', 'The call was cancelled.'))
  }

  #settle(outcome: Outcome): boolean {
    if (this.#settled) return false
    this.#settled = true
    this.#ended?.abort()
    this.call.cancellation?.listen(null)
    this.#onSettled(this, outcome)
    return true
  }
}
