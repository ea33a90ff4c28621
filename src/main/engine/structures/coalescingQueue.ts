/**
 * News for one reader, in batches. For each thing only the newest is kept until it is read, so that a reader who is slow
 * costs no more than one piece of news a thing.
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
    // Taken out first, so that the order of the batch is the order of the newest.
    this.#news.delete(key)
    this.#news.set(key, news)
    this.#wake.soon(this.#clock)
  }

  end(): void {
    this.#ended = true
    this.#wake.now()
  }

  /** Null when it has ended. */
  async take(): Promise<News[] | null> {
    await this.#wake.until(() => this.#ended || (this.#news.size > 0 && !this.#wake.gathers))
    if (this.#ended) return null
    const batch = [...this.#news.values()]
    this.#news.clear()
    return batch
  }
}
