/**
 * How a caller takes a call back. An AbortSignal says the same but is an event target with listeners to add and remove,
 * which a call that is answered in microseconds feels.
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

  /** One call belongs to one cancellation. Null: nobody listens any more. */
  listen(listener: CancellationListener | null): void {
    this.#listener = listener
  }
}
