/**
 * Lets a caller cancel a call. An AbortSignal could do the same, but as an event target it is too slow for calls that
 * take a few microseconds.
 */
export interface CancellationListener {
  cancelled(): void
}

export class Cancellation {
  #cancelled = false
  #listener: CancellationListener | null = null

  /** Converts the signal of a caller that has one. */
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

  /** Sets the only listener, because each cancellation belongs to one call. Null: removes it. */
  listen(listener: CancellationListener | null): void {
    this.#listener = listener
  }
}
