/**
 * Which calls may use one server now, and which is next. Each caller has a line of its own and the lines take turns, so
 * one busy caller does not keep the others waiting. Bounded; pure bookkeeping, it runs nothing.
 */

export interface QueueLimits {
  readonly concurrency: number
  readonly maxWaiting: number
}

export class CallQueue<Call> {
  readonly #maxWaiting: number
  /** May change while calls run: running calls beyond the new limit may finish. */
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

  /** A call could run at once. */
  get hasRoom(): boolean {
    return this.#running < this.concurrency && this.#waiting === 0
  }

  /** True if the call may run at once: it then has a slot. */
  tryEnter(): boolean {
    if (!this.hasRoom) return false
    this.#running++
    return true
  }

  /** Lets the call wait in its caller's line; false if the line is full. */
  wait(callerKey: string, call: Call): boolean {
    if (this.#waiting >= this.#maxWaiting) return false
    const line = this.#lines.get(callerKey)
    if (line === undefined) this.#lines.set(callerKey, [call])
    else line.push(call)
    this.#waiting++
    return true
  }

  /** Frees a slot and gives it to the call whose turn it is; null if none waits. */
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

  /** The call whose turn it is, with a slot; null if none waits, or no slot is free. */
  enterNext(): Call | null {
    if (this.#running >= this.concurrency) return null
    const [first] = this.#lines
    if (first === undefined) return null
    const [callerKey, line] = first
    const call = line.shift() ?? null
    // Moves to the end of the order: the other lines come first now.
    this.#lines.delete(callerKey)
    if (line.length > 0) this.#lines.set(callerKey, line)
    this.#waiting--
    this.#running++
    return call
  }
}
