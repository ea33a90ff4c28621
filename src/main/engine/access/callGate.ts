/**
 * Limits one client's calls. Calls above the rate per minute are refused. Calls above the concurrency limit wait in a
 * bounded queue. All of the client's sessions and tokens share these limits. A call that waits here has not reached a
 * server yet, so its time limit is not running.
 */
import { AppError } from '#contract/errors'
import { TokenBucket } from '#engine/structures/tokenBucket'
import type { Clock } from '#engine/ports'
import type { Cancellation } from '#engine/router/cancellation'

export interface CallLimits {
  readonly callsPerMinute: number | null
  readonly concurrency: number | null
}

/** The slot of a running call. */
export interface GatePlace {
  /** Frees the slot for another call, because the client has left this call for now. */
  leave(): void
  /**
   * Takes a slot again, because the client is back. Its call was admitted before, so it continues immediately, even if
   * that exceeds the limit for a while.
   */
  comeBack(): void
}

const maxWaiting = 1_000

export class CallGate {
  readonly #clock: Pick<Clock, 'elapsed'>
  readonly #limits: () => CallLimits
  readonly #bucket = new TokenBucket()
  readonly #line: (() => void)[] = []
  #running = 0

  /** `limits` is called for each call, because the limits may change. */
  constructor(clock: Pick<Clock, 'elapsed'>, limits: () => CallLimits) {
    this.#clock = clock
    this.#limits = limits
  }

  /** Rejects with TOO_MANY_CALLS or QUEUE_FULL, or with CALL_CANCELLED if the call was cancelled while it waited. */
  async run<T>(cancellation: Cancellation, work: (place: GatePlace) => Promise<T>): Promise<T> {
    const { callsPerMinute } = this.#limits()
    const refused = callsPerMinute === null ? null : this.#bucket.take(callsPerMinute, this.#clock.elapsed())
    if (refused !== null) {
      const seconds = Math.ceil(refused.retryAfterMs / 1_000)
      const message = `This client may make ${callsPerMinute} calls per minute. Try again in ${seconds} s.`
      throw new AppError('TOO_MANY_CALLS', message, { data: refused })
    }
    if (this.#line.length === 0 && this.#hasRoom) this.#running += 1
    else await this.#wait(cancellation)
    const place = this.#place()
    try {
      return await work(place)
    } finally {
      place.leave()
    }
  }

  /** Admits as many waiting calls as there are free slots, after one was freed or the limits have changed. */
  letIn(): void {
    while (this.#hasRoom) {
      const next = this.#line.shift()
      if (next === undefined) return
      this.#running += 1
      next()
    }
  }

  #place(): GatePlace {
    let isTaken = true
    const set = (taken: boolean) => {
      if (isTaken === taken) return
      isTaken = taken
      this.#running += taken ? 1 : -1
      this.letIn()
    }
    return { leave: () => set(false), comeBack: () => set(true) }
  }

  get #hasRoom(): boolean {
    return this.#running < (this.#limits().concurrency ?? Infinity)
  }

  #wait(cancellation: Cancellation): Promise<void> {
    if (this.#line.length >= maxWaiting) {
      const message = `${maxWaiting} calls from this client are already waiting. Try again later.`
      return Promise.reject(new AppError('QUEUE_FULL', message))
    }
    return new Promise((resolve, reject) => {
      const enter = () => {
        cancellation.listen(null)
        resolve()
      }
      const cancelled = () => {
        const place = this.#line.indexOf(enter)
        if (place !== -1) this.#line.splice(place, 1)
        reject(new AppError('CALL_CANCELLED', 'The call was cancelled.'))
      }
      this.#line.push(enter)
      cancellation.listen({ cancelled })
    })
  }
}
