/**
 * News for one reader, in batches. For each thing only the newest is kept until it is read, so that a reader who is slow
 * costs no more than one piece of news a thing.
 */
import type { Clock } from '#engine/ports'

const batchMs = 16

export class CoalescingQueue<News> {
  readonly #clock: Clock
  readonly #keyOf: (news: News) => string
  readonly #news = new Map<string, News>()
  #wake: (() => void) | null = null
  #timing = false
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
    if (this.#timing) return
    this.#timing = true
    this.#clock.after(batchMs, () => {
      this.#timing = false
      this.#wake?.()
    })
  }

  end(): void {
    this.#ended = true
    this.#wake?.()
  }

  /** Null when it has ended. */
  async take(): Promise<News[] | null> {
    while (!this.#ended && (this.#news.size === 0 || this.#timing))
      await new Promise<void>((resolve) => {
        this.#wake = resolve
      })
    this.#wake = null
    if (this.#ended) return null
    const batch = [...this.#news.values()]
    this.#news.clear()
    return batch
  }
}
