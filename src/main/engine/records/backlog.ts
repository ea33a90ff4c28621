/**
 * Holds items that are waiting to be recorded, limited in number and weight. A full backlog drops its oldest items, and
 * the next items taken say how many are missing before them. Pure bookkeeping.
 */

export interface BacklogLimits {
  readonly items: number
  readonly weight: number
}

export interface Taken<Item> {
  readonly items: readonly Item[]
  /** How many items were dropped just before these. */
  readonly droppedBefore: number
}

interface Weighty {
  readonly weight: number
}

export class Backlog<Item extends Weighty> {
  readonly #limits: BacklogLimits
  #waiting: Item[] = []
  /** The index of the first waiting item. Items are not removed one by one, because that would move all others. */
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

  /** How many items were dropped in total. */
  get dropped(): number {
    return this.#droppedEver
  }

  add(item: Item): void {
    this.#waiting.push(item)
    this.#weight += item.weight
    // The newest item stays, however heavy it is.
    while (this.size > 1 && (this.size > this.#limits.items || this.#weight > this.#limits.weight)) {
      this.#takeFirst()
      this.#droppedNow += 1
      this.#droppedEver += 1
    }
  }

  /** Takes the oldest items: at most `maxItems`, and none after their total weight has reached `weight`. */
  take(maxItems: number, weight: number): Taken<Item> {
    const items: Item[] = []
    let left = weight
    while (items.length < maxItems && left > 0) {
      const first = this.#takeFirst()
      if (first === undefined) break
      items.push(first)
      left -= first.weight
    }
    const droppedBefore = items.length === 0 ? 0 : this.#droppedNow
    this.#droppedNow -= droppedBefore
    return { items, droppedBefore }
  }

  #takeFirst(): Item | undefined {
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
