/** Work whose result several callers wait for. It is cancelled when the last of them has left. */
interface Running<Result> {
  readonly result: Promise<Result>
  readonly cancel: AbortController
  callers: number
}

export class SharedWork<Result> {
  readonly #start: (signal: AbortSignal) => Promise<Result>
  #running: Running<Result> | null = null

  constructor(start: (signal: AbortSignal) => Promise<Result>) {
    this.#start = start
  }

  /** Joins the work under way, or starts it. If `signal` is aborted, rejects with its reason. */
  async join(signal: AbortSignal | undefined): Promise<Result> {
    signal?.throwIfAborted()
    const running = (this.#running ??= this.#begin())
    running.callers += 1
    try {
      return await unlessAborted(running.result, signal)
    } finally {
      running.callers -= 1
      if (running.callers === 0) {
        running.cancel.abort()
        if (this.#running === running) this.#running = null
      }
    }
  }

  /** Makes the next caller start the work again. Those who wait now still get their result. */
  renew(): void {
    this.#running = null
  }

  #begin(): Running<Result> {
    const cancel = new AbortController()
    const result = this.#start(cancel.signal)
    const running = { result, cancel, callers: 0 }
    const over = () => {
      if (this.#running === running) this.#running = null
    }
    result.then(over, over)
    return running
  }
}

function unlessAborted<Result>(work: Promise<Result>, signal: AbortSignal | undefined): Promise<Result> {
  if (signal === undefined) return work
  return new Promise((resolve, reject) => {
    const abort = () => reject(signal.reason as Error)
    signal.addEventListener('abort', abort, { once: true })
    work.then(resolve, reject).finally(() => signal.removeEventListener('abort', abort))
  })
}
