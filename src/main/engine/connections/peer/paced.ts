/**
 * Passes items on immediately, up to a limit per minute. Beyond the limit, only the newest item is passed on from time
 * to time. So a listener never gets more than it can read, and always learns the latest item.
 */
import { TokenBucket } from '#engine/structures/tokenBucket'
import type { Clock, Timer } from '#engine/ports'

export class Paced<News> {
  readonly #clock: Clock
  readonly #perMinute: number
  readonly #tell: (news: News) => void
  readonly #bucket = new TokenBucket()
  #held: { readonly news: News; readonly timer: Timer } | null = null

  /** `perMinute`: also the number of items that may be passed on in a row. */
  constructor(clock: Clock, perMinute: number, tell: (news: News) => void) {
    this.#clock = clock
    this.#perMinute = perMinute
    this.#tell = tell
  }

  put(news: News): void {
    if (this.#held !== null) {
      this.#held = { ...this.#held, news }
      return
    }
    const refused = this.#bucket.take(this.#perMinute, this.#clock.elapsed())
    if (refused === null) this.#tell(news)
    else this.#held = { news, timer: this.#clock.after(refused.retryAfterMs, () => this.flush()) }
  }

  /** Passes on the held item now, for example because no more items will come. */
  flush(): void {
    const held = this.#held
    if (held === null) return
    held.timer.cancel()
    this.#held = null
    this.#bucket.take(this.#perMinute, this.#clock.elapsed())
    this.#tell(held.news)
  }
}
