/**
 * A call in progress. It is settled exactly once, whatever arrives later, and the caller hears nothing after that.
 * `OneCall` owns the timeout and the caller's cancellation. The router decides where the call goes.
 */
import { durationText } from '#contract/text/durationText'
import { AppError } from '#contract/errors'
import { Paced } from '#engine/connections/peer/paced'
import { projectOf, type Scope } from '#engine/registry/catalog/scope'
import type { ActiveCalls } from '#engine/router/calls/activeCalls'
import type { CallResult, RoutedCall, ToolCall } from '#engine/router/call'
import { Detours } from '#engine/router/calls/detours'
import type { CallFacts, CallTarget, Outcome } from '#engine/router/recorder'
import { finding, type Stage, waitingForPerson } from '#engine/router/calls/stage'
import type { Clock } from '#engine/ports'

/** The maximum duration of every call, however much progress is reported. */
const maxCallMs = 3_600_000

/** How long a person may take to answer a question, however short the server's own timeout is. */
export const maxQuestionMs = 300_000

/**
 * Maximum number of progress reports per call and minute. They may come all at once. Beyond the limit, the caller
 * gets the newest report from time to time.
 */
const maxProgressPerMinute = 600

export interface OneCallParts {
  readonly clock: Clock
  readonly active: ActiveCalls<OneCall>
  readonly onSettled: (one: OneCall, outcome: Outcome) => void
}

export class OneCall {
  readonly scope: Scope
  readonly method: string
  readonly promise: Promise<CallResult>
  readonly #parts: OneCallParts
  #resolve!: (result: CallResult) => void
  #reject!: (error: AppError) => void
  #call: RoutedCall
  #stage: Stage = finding
  #settled = false
  /** The call's index among the active calls. */
  #place = -1
  /** When the call started, by the wall clock, for its record. */
  #startedAt: number
  #begunAt: number
  #lastSignAt: number
  #timeoutMs = maxCallMs
  #ended: AbortController | null = null
  /** The number of the server's questions that the caller has not answered yet. */
  #questions = 0
  /** Created at the first progress report. */
  #progress: Paced<Record<string, unknown>> | null = null
  #detours: Detours | null = null
  #target: CallTarget | null = null
  #edited = false
  #admittedFor: ReadonlyMap<string, string> | null = null
  #recordId: string | null = null
  /** Pending while this call's record is being started. */
  #beginning: Promise<string | null> | null = null

  constructor(scope: Scope, method: string, call: RoutedCall, parts: OneCallParts) {
    this.scope = scope
    this.method = method
    this.#call = call
    this.#parts = parts
    this.#startedAt = parts.clock.now()
    this.#begunAt = parts.clock.elapsed()
    this.#lastSignAt = this.#begunAt
    this.promise = new Promise((resolve, reject) => {
      this.#resolve = resolve
      this.#reject = reject
    })
    this.#place = parts.active.add(this)
    const { cancellation } = call
    if (cancellation?.cancelled === true) this.cancelled()
    else cancellation?.listen(this)
  }

  get call(): RoutedCall {
    return this.#call
  }

  get startedAt(): number {
    return this.#startedAt
  }

  get begunAt(): number {
    return this.#begunAt
  }

  /** Whether a person edited the arguments. */
  get edited(): boolean {
    return this.#edited
  }

  /** The target of the call, or of its last attempt. */
  get target(): CallTarget | null {
    return this.#target
  }

  aim(target: CallTarget): void {
    this.#target = target
  }

  get recordId(): string | null {
    return this.#recordId
  }

  get detours(): Detours {
    return (this.#detours ??= new Detours())
  }

  /** The fingerprints of the members' definitions when the call was allowed; null if they were not checked. */
  get admittedFor(): ReadonlyMap<string, string> | null {
    return this.#admittedFor
  }

  admitFor(fingerprints: ReadonlyMap<string, string>): void {
    this.#admittedFor = fingerprints
  }

  /** Enters a stage. If the call is already settled, gives the stage up immediately. */
  enter(stage: Stage): void {
    if (this.#settled) return stage.giveUp(new AppError('CALL_CANCELLED', 'The call is over.'))
    const wasHeld = this.#stage === waitingForPerson
    this.#stage = stage
    if (!wasHeld || stage === waitingForPerson) return
    this.#startedAt = this.#parts.clock.now()
    this.#begunAt = this.#parts.clock.elapsed()
    this.#lastSignAt = this.#begunAt
  }

  get settled(): boolean {
    return this.#settled
  }

  /** Aborted when the call is settled, because questions on its behalf are then obsolete. */
  get ended(): AbortSignal {
    this.#ended ??= new AbortController()
    if (this.#settled) this.#ended.abort()
    return this.#ended.signal
  }

  /** The facts to record; null unless this is a tool call. */
  get facts(): CallFacts | null {
    return this.method === 'tools/call' ? (this as { readonly call: ToolCall } & this) : null
  }

  /** The project under which the call is recorded. */
  get projectId(): string | null {
    return this.#target?.projectId ?? projectOf(this.scope)
  }

  /** The arguments of a tool call. */
  get args(): unknown {
    return this.#call.params['arguments'] ?? {}
  }

  /** Replaces the arguments that are sent and recorded from now on. */
  edit(args: Readonly<Record<string, unknown>>): void {
    if (this.#settled || JSON.stringify(args) === JSON.stringify(this.args)) return
    this.#edited = true
    this.#call = { ...this.#call, params: { ...this.#call.params, arguments: args } }
    this.#call.onEdited?.(args)
  }

  /** Reports that a person is being asked about the call. Null: no person is being asked any more. */
  asked(questionId: string | null): void {
    if (!this.#settled) this.#call.onQuestion?.(questionId)
  }

  /** Resolves when the call is recorded as about to be made, and the caller has processed that. */
  async record(begin: Promise<string | null>): Promise<void> {
    this.#beginning = begin
    this.#recordId = await begin
    this.#beginning = null
    if (!this.#settled) await this.#call.onRecorded?.(this.#recordId)
  }

  /** Runs `act` when the record can be completed: not while it is being started. */
  whenBegun(act: () => void): void {
    if (this.#beginning === null) act()
    else this.#beginning.then(act, act)
  }

  /** While the caller is being asked, the time does not count against the server. */
  async whileAsked<T>(ask: () => Promise<T>): Promise<T> {
    this.#questions++
    this.#lastSignAt = this.#parts.clock.elapsed()
    try {
      return await ask()
    } finally {
      this.#questions--
      this.#lastSignAt = this.#parts.clock.elapsed()
    }
  }

  /** Limits the time from the call's start, or from its last sign of life. Detours do not extend it. */
  limit(timeoutMs: number): void {
    this.#timeoutMs = timeoutMs
  }

  /** Abandons the call if its time is up. */
  expire(now: number): void {
    if (this.#stage === waitingForPerson) return
    const waitMs = this.#questions > 0 ? Math.max(this.#timeoutMs, maxQuestionMs) : this.#timeoutMs
    const dueAt = Math.min(this.#lastSignAt + waitMs, this.#begunAt + maxCallMs)
    if (now < dueAt) return
    const waited = durationText(now - this.#lastSignAt)
    this.abandon(new AppError('CALL_TIMED_OUT', `The call timed out after ${waited} without an answer.`))
  }

  /** Passes on progress with the caller's own token. Progress is a sign of life. */
  progress(params: Record<string, unknown>): void {
    if (this.#settled) return
    this.#lastSignAt = this.#parts.clock.elapsed()
    this.#progress ??= new Paced(this.#parts.clock, maxProgressPerMinute, (newest) => this.#tellProgress(newest))
    this.#progress.put(params)
  }

  #tellProgress(params: Record<string, unknown>): void {
    if (this.#settled) return
    const meta = this.#call.params['_meta'] as Readonly<Record<string, unknown>> | undefined
    const token = meta?.['progressToken']
    this.#call.onNotification?.('notifications/progress', { ...params, progressToken: token })
  }

  notify(method: string, params: Record<string, unknown>): void {
    if (!this.#settled) this.#call.onNotification?.(method, params)
  }

  /** Settles the call with the server's result. */
  succeed(result: CallResult): void {
    this.#progress?.flush()
    if (this.#settle({ result })) this.#resolve(result)
  }

  fail(error: AppError): void {
    this.#progress?.flush()
    if (this.#settle({ error })) this.#reject(error)
  }

  /** Fails the call from this side. If a server has the call, that server is told. */
  abandon(error: AppError): void {
    if (!this.#settle({ error })) return
    this.#stage.giveUp(error)
    this.#reject(error)
  }

  /** Called when the caller has cancelled the call. */
  cancelled(): void {
    this.abandon(new AppError('CALL_CANCELLED', 'The call was cancelled.'))
  }

  #settle(outcome: Outcome): boolean {
    if (this.#settled) return false
    this.#settled = true
    this.#ended?.abort()
    this.#call.cancellation?.listen(null)
    this.#parts.active.remove(this.#place, this)
    this.#parts.onSettled(this, outcome)
    return true
  }
}
