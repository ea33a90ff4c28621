/**
 * How a caller cancels a call. An AbortSignal does the same, but as an event target it costs a call of a few
 * microseconds too much.
 */
export interface CancellationListener {
  cancelled(): void
}

export class Cancellation {
  #cancelled = false
  #listener: CancellationListener | null = null

  /** For callers that have a signal. */
  static of(signal: AbortSignal | undefined): Cancellation | undefined {
    if (signal === undefined) return undefined
    const cancellation = new Cancellation()
    if (signal.aborted) cancellation.cancel()
    else signal.addEventListener('abort', () => cancellation.cancel(), { once: true })
    return cancellation
  }

  get cancelled(): boolean {
    return this.#cancelled
  }

  cancel(): void {
    if (this.#cancelled) return
    this.#cancelled = true
    this.#listener?.cancelled()
    this.#listener = null
  }

  /** One call per cancellation. Null: stop listening. */
  listen(listener: CancellationListener | null): void {
    this.#listener = listener
  }
}
