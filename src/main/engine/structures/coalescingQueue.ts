/**
 * Gathers events for one reader into batches. Only the newest event per key is kept until it is read, so a slow reader
 * costs at most one event per key.
 */
import type { Clock } from '#engine/ports'
import { Wake } from '#engine/structures/wake'

export class CoalescingQueue<News> {
  readonly #clock: Clock
  readonly #keyOf: (news: News) => string
  readonly #news = new Map<string, News>()
  readonly #wake = new Wake()
  #ended = false

  constructor(clock: Clock, keyOf: (news: News) => string) {
    this.#clock = clock
    this.#keyOf = keyOf
  }

  put(news: News): void {
    const key = this.#keyOf(news)
    // Deleted first, so that the batch is in the order of the newest events.
    this.#news.delete(key)
    this.#news.set(key, news)
    this.#wake.soon(this.#clock)
  }

  end(): void {
    this.#ended = true
    this.#wake.now()
  }

  /** Resolves with the next batch, or with null after the end. */
  async take(): Promise<News[] | null> {
    await this.#wake.until(() => this.#ended || (this.#news.size > 0 && !this.#wake.gathers))
    if (this.#ended) return null
    const batch = [...this.#news.values()]
    this.#news.clear()
    return batch
  }
}
