/** One client's unanswered calls, by the client's request id. There are few, so they are kept in a list. */
import type { RequestId } from '#contract/jsonRpc/messages'
import type { Cancellation } from '#engine/router/cancellation'

export class CallsUnderWay {
  readonly #ids: RequestId[] = []
  readonly #cancellations: Cancellation[] = []

  get size(): number {
    return this.#ids.length
  }

  has(id: RequestId): boolean {
    return this.#ids.includes(id)
  }

  /** The ids of calls that the client has not cancelled. */
  awaited(): readonly RequestId[] {
    return this.#ids.filter((_id, place) => this.#cancellations[place]?.cancelled === false)
  }

  add(id: RequestId, cancellation: Cancellation): void {
    this.#ids.push(id)
    this.#cancellations.push(cancellation)
  }

  delete(id: RequestId): void {
    const place = this.#ids.indexOf(id)
    if (place === -1) return
    const [lastId, lastCancellation] = [this.#ids.pop(), this.#cancellations.pop()]
    if (place === this.#ids.length || lastId === undefined || lastCancellation === undefined) return
    this.#ids[place] = lastId
    this.#cancellations[place] = lastCancellation
  }

  cancel(id: RequestId): void {
    this.#cancellations[this.#ids.indexOf(id)]?.cancel()
  }

  cancelAll(): void {
    for (const cancellation of this.#cancellations.slice()) cancellation.cancel()
  }
}
