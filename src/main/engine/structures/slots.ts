/**
 * Stores items that come and go with every call. An array with free indexes, where a Map or a Set would be the first
 * choice: those replace their table every so often, the old one refers to the new one, and once an old table has been
 * promoted everything that passes through lives until the next full collection.
 */
export class Slots<Item extends object> {
  readonly #items: (Item | null)[] = []
  readonly #free: number[] = []
  #size = 0

  get size(): number {
    return this.#size
  }

  /** Returns the index by which the item is found and removed. Indexes are reused. */
  add(item: Item): number {
    this.#size++
    const place = this.#free.pop()
    if (place === undefined) return this.#items.push(item) - 1
    this.#items[place] = item
    return place
  }

  /** Does nothing if another item is at the index by now. */
  remove(place: number, item: Item): void {
    if (this.#items[place] !== item) return
    this.#items[place] = null
    this.#free.push(place)
    this.#size--
  }

  /** Removes the items that are over. */
  sweep(isOver: (item: Item) => boolean): void {
    for (const [place, item] of this.#items.entries()) if (item !== null && isOver(item)) this.remove(place, item)
  }

  /** The current items, in no particular order. */
  all(): Item[] {
    return this.#items.filter((item) => item !== null)
  }
}
