/**
 * The observers of pending requests, by id. A ring instead of a Map: see `structures/slots`. If a request still has its
 * index when a newer request would get the same one, the newer request goes into a Map.
 */
import type { RequestObserver } from '#engine/connections/peer/requestObserver'

interface Waiting {
  readonly id: number
  readonly observer: RequestObserver
}

/** Far more requests than a server usually has open at a time. Each connection has one ring. */
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

  /** Returns null if no request with this id is pending. */
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

  /** A server may send any number as an id: fractions, negative or huge numbers. Those match nothing. */
  #inRing(id: number): Waiting | null {
    const waiting = this.#ring[id % ringSize] ?? null
    return waiting?.id === id ? waiting : null
  }
}
