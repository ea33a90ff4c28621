/**
 * Stores items that come and go with every call: an array with free indexes. A Map or Set would be the obvious
 * choice, but their internal table is replaced from time to time, and the old table refers to the new one. Once an
 * old table has been promoted to the old heap, all later items live until the next full garbage collection.
 */
export class Slots<Item extends object> {
  readonly #items: (Item | null)[] = []
  readonly #free: number[] = []
  #size = 0

  get size(): number {
    return this.#size
  }

  /** Returns the index with which the item is removed. Indexes are reused. */
  add(item: Item): number {
    this.#size++
    const place = this.#free.pop()
    if (place === undefined) return this.#items.push(item) - 1
    this.#items[place] = item
    return place
  }

  /** Does nothing if another item has the index by now. */
  remove(place: number, item: Item): void {
    if (this.#items[place] !== item) return
    this.#items[place] = null
    this.#free.push(place)
    this.#size--
  }

  /** Removes all items for which `isOver` is true. */
  sweep(isOver: (item: Item) => boolean): void {
    for (const [place, item] of this.#items.entries()) if (item !== null && isOver(item)) this.remove(place, item)
  }

  /** The current items, in no particular order. */
  all(): Item[] {
    return this.#items.filter((item) => item !== null)
  }
}
