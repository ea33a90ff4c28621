/**
 * What waits to be recorded. Bounded in number and in weight: when it is full the oldest go, and the next one that is
 * taken out says how many are missing before it. Pure bookkeeping.
 */

export interface BacklogLimits {
  readonly items: number
  readonly weight: number
}

export interface Taken<Item> {
  readonly item: Item
  /** So many that came before this one were dropped. */
  readonly droppedBefore: number
}

interface Waiting<Item> {
  readonly item: Item
  readonly weight: number
}

export class Backlog<Item> {
  readonly #limits: BacklogLimits
  #waiting: Waiting<Item>[] = []
  /** The place of the first that waits: taking from the front of an array moves all others. */
  #first = 0
  #weight = 0
  #droppedNow = 0
  #droppedEver = 0

  constructor(limits: BacklogLimits) {
    this.#limits = limits
  }

  get size(): number {
    return this.#waiting.length - this.#first
  }

  /** All that were ever dropped. */
  get dropped(): number {
    return this.#droppedEver
  }

  add(item: Item, weight: number): void {
    this.#waiting.push({ item, weight })
    this.#weight += weight
    // The newest always stays, however heavy it is.
    while (this.size > 1 && (this.size > this.#limits.items || this.#weight > this.#limits.weight)) {
      this.#takeFirst()
      this.#droppedNow += 1
      this.#droppedEver += 1
    }
  }

  /** The oldest ones: at most `items`, and no more once they weigh `weight` together. */
  take(items: number, weight: number): Taken<Item>[] {
    const taken: Taken<Item>[] = []
    let left = weight
    while (taken.length < items && left > 0) {
      const first = this.#takeFirst()
      if (first === undefined) break
      taken.push({ item: first.item, droppedBefore: this.#droppedNow })
      this.#droppedNow = 0
      left -= first.weight
    }
    return taken
  }

  #takeFirst(): Waiting<Item> | undefined {
    const first = this.#waiting[this.#first]
    if (first === undefined) return undefined
    this.#first += 1
    this.#weight -= first.weight
    if (this.#first * 2 > this.#waiting.length || this.#first === this.#waiting.length) {
      this.#waiting = this.#waiting.slice(this.#first)
      this.#first = 0
    }
    return first
  }
}
