/**
 * The observers of pending requests, by id. A ring, where a Map would be the first choice: see `structures/slots`. A
 * request that still waits when the ring has come round keeps its index; the newer request goes into a Map.
 */
import type { RequestObserver } from '#engine/connections/peer/requestObserver'

interface Waiting {
  readonly id: number
  readonly observer: RequestObserver
}

/** Far more than a server usually has open at a time; each connection has one ring. */
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

  /** Null if no request with this id is pending. */
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

  /** Servers send other kinds of ids (fractions, negatives, huge numbers), which match nothing. */
  #inRing(id: number): Waiting | null {
    const waiting = this.#ring[id % ringSize] ?? null
    return waiting?.id === id ? waiting : null
  }
}
