/**
 * Decides which calls may use one server now, and which is next. Each caller has its own line and the lines take turns,
 * so that a busy caller does not hold up the others. The number of waiting calls is limited. The queue only does the
 * bookkeeping: it runs no calls.
 */

export interface QueueLimits {
  readonly concurrency: number
  readonly maxWaiting: number
}

export class CallQueue<Call> {
  readonly #maxWaiting: number
  /**
   * The maximum number of running calls. It may change while calls are running: those beyond a new limit may finish.
   */
  concurrency: number
  readonly #lines = new Map<string, Call[]>()
  #running = 0
  #waiting = 0

  constructor(limits: QueueLimits) {
    this.concurrency = limits.concurrency
    this.#maxWaiting = limits.maxWaiting
  }

  get running(): number {
    return this.#running
  }

  get waiting(): number {
    return this.#waiting
  }

  /** Whether a call could run immediately. */
  get hasRoom(): boolean {
    return this.#running < this.concurrency && this.#waiting === 0
  }

  /** Takes a slot if the call may run immediately. Returns whether it may. */
  tryEnter(): boolean {
    if (!this.hasRoom) return false
    this.#running++
    return true
  }

  /** Lets the call wait in its caller's line. Returns false if too many calls are waiting. */
  wait(callerKey: string, call: Call): boolean {
    if (this.#waiting >= this.#maxWaiting) return false
    const line = this.#lines.get(callerKey)
    if (line === undefined) this.#lines.set(callerKey, [call])
    else line.push(call)
    this.#waiting++
    return true
  }

  /** Frees a slot and gives it to the next call. Returns that call; null if none is waiting. */
  leave(): Call | null {
    this.#running--
    return this.enterNext()
  }

  /** Removes a waiting call from its line. */
  withdraw(callerKey: string, call: Call): void {
    const line = this.#lines.get(callerKey)
    const index = line?.indexOf(call) ?? -1
    if (line === undefined || index === -1) return
    line.splice(index, 1)
    this.#waiting--
    if (line.length === 0) this.#lines.delete(callerKey)
  }

  /** Gives a slot to the next call and returns it. Null if no call is waiting, or no slot is free. */
  enterNext(): Call | null {
    if (this.#running >= this.concurrency) return null
    const [first] = this.#lines
    if (first === undefined) return null
    const [callerKey, line] = first
    const call = line.shift() ?? null
    // Moves the line to the end, so that the other callers come first.
    this.#lines.delete(callerKey)
    if (line.length > 0) this.#lines.set(callerKey, line)
    this.#waiting--
    this.#running++
    return call
  }
}
