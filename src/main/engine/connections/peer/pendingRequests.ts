/**
 * Who waits for the answer to which request. A ring by id, where a Map would be the first choice: see `policies/slots`.
 * A request that is still waiting when the ring has come round keeps its place; the newcomer waits in a Map.
 */
import type { RequestObserver } from '#engine/connections/peer/requestObserver'

interface Waiting {
  readonly id: number
  readonly observer: RequestObserver
}

/** Far more than a server usually has at a time; each connection has one. */
const ringSize = 512

export class PendingRequests {
  readonly #ring: (Waiting | null)[] = Array.from<Waiting | null>({ length: ringSize }).fill(null)
  readonly #others = new Map<number, Waiting>()
  #size = 0

  get size(): number {
    return this.#size
  }

  add(id: number, observer: RequestObserver): void {
    const place = id % ringSize
    if (this.#ring[place] === null) this.#ring[place] = { id, observer }
    else this.#others.set(id, { id, observer })
    this.#size++
  }

  get(id: number): RequestObserver | null {
    return this.#inRing(id)?.observer ?? this.#others.get(id)?.observer ?? null
  }

  /** Null when nobody waits for it. */
  take(id: number): RequestObserver | null {
    const observer = this.get(id)
    if (observer === null) return null
    if (this.#inRing(id) === null) this.#others.delete(id)
    else this.#ring[id % ringSize] = null
    this.#size--
    return observer
  }

  takeAll(): RequestObserver[] {
    const waiting = [...this.#ring.filter((one) => one !== null), ...this.#others.values()]
    this.#ring.fill(null)
    this.#others.clear()
    this.#size = 0
    return waiting.sort((one, other) => one.id - other.id).map(({ observer }) => observer)
  }

  /** Ids of other kinds (fractions, negatives, huge numbers) come from servers and are found nowhere. */
  #inRing(id: number): Waiting | null {
    const waiting = this.#ring[id % ringSize] ?? null
    return waiting?.id === id ? waiting : null
  }
}
