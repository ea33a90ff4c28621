/**
 * Lets the calls of one client through: so many a minute, the rest refused; so many at once, the rest in a bounded line.
 * All its sessions and tokens share it. A call that waits here is at no server yet, so its time does not run.
 */
import { AppError } from '#contract/errors'
import { TokenBucket } from '#engine/structures/tokenBucket'
import type { Clock } from '#engine/ports'
import type { Cancellation } from '#engine/router/cancellation'

export interface CallLimits {
  readonly callsPerMinute: number | null
  readonly concurrency: number | null
}

/** The place of a call among those that run at once. */
export interface GatePlace {
  /** Nobody waits for the call at the moment: another one may have its place. */
  leave(): void
  /** Somebody does again. It was let in before and goes on at once, even if that is one too many for a while. */
  comeBack(): void
}

const mostWaiting = 1_000

export class CallGate {
  readonly #clock: Pick<Clock, 'elapsed'>
  readonly #limits: () => CallLimits
  readonly #bucket = new TokenBucket()
  readonly #line: (() => void)[] = []
  #running = 0

  /** `limits` is asked for each call: they may change. */
  constructor(clock: Pick<Clock, 'elapsed'>, limits: () => CallLimits) {
    this.#clock = clock
    this.#limits = limits
  }

  /** Rejects with TOO_MANY_CALLS or QUEUE_FULL, and with CALL_CANCELLED for what was taken back while it waited. */
  async run<T>(cancellation: Cancellation, work: (place: GatePlace) => Promise<T>): Promise<T> {
    const { callsPerMinute } = this.#limits()
    const refused = callsPerMinute === null ? null : this.#bucket.take(callsPerMinute, this.#clock.elapsed())
    if (refused !== null) {
      const seconds = Math.ceil(refused.retryAfterMs / 1_000)
      const message = `This client may make ${callsPerMinute} calls a minute. Try again in ${seconds} s.`
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

  /** As many of those that wait as there is room for: after one has left, or the limits have changed. */
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
    if (this.#line.length >= mostWaiting) {
      const message = `${mostWaiting} calls of this client wait already. Try again later.`
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
