/** Keeps one list of a session up to date. Any number of requests during a read lead to only one more read. */
import { messageOf } from '#contract/errors'
import { pause, within } from '#engine/structures/waits'
import { TokenBucket } from '#engine/structures/tokenBucket'
import type { Clock } from '#engine/ports'

export interface FollowedListingOptions {
  /** `onPage` is called with the length of each page, in characters. */
  read(onPage: (length: number) => void): Promise<readonly unknown[]>
  onEntries(entries: readonly unknown[]): void
  /** Called when the list could not be read. The previous list, if there is one, stays. */
  onUnreadable(reason: string): void
  readonly clock: Clock
  /** Time limit for reading a later list. */
  readonly limitMs: number
}

/**
 * Minimum time between two reads. Without it, a server that announces a change after every read would be read all the
 * time.
 */
const pauseMs = 250
/**
 * How often per minute a list is read from a server that announces changes. These reads may all come in a row.
 */
const maxPerMinute = 30
/** Added to the pause for each million characters of the list, because reading a long list blocks the event loop. */
const pausePerMillionMs = 1_000

export class FollowedListing {
  readonly #options: FollowedListingOptions
  #isReading = true
  #again = false
  #closed = false
  /** Length of the list that was read last: the characters of all its pages. */
  #length = 0
  readonly #bucket = new TokenBucket()

  constructor(options: FollowedListingOptions) {
    this.#options = options
  }

  async readFirst(): Promise<void> {
    this.#length = 0
    const entries = await this.#options.read((length) => (this.#length += length))
    if (!this.#closed) this.#options.onEntries(entries)
  }

  /**
   * Reads a list that the server can start without. If it cannot be read, that is reported, and the list counts as
   * empty.
   */
  async readFirstSoon(): Promise<void> {
    await this.readFirst().catch((thrown: unknown) => {
      if (!this.#closed) this.#options.onUnreadable(messageOf(thrown))
    })
  }

  /** From now on, reads the list again whenever that is requested. Also serves requests made earlier. */
  follow(): void {
    this.#isReading = false
    if (this.#again) void this.#readWhileAsked()
  }

  readAgain(): void {
    this.#again = true
    if (!this.#isReading) void this.#readWhileAsked()
  }

  close(): void {
    this.#closed = true
  }

  async #readWhileAsked(): Promise<void> {
    const { clock, limitMs } = this.#options
    this.#isReading = true
    while (this.#again && !this.#closed) {
      const refused = this.#bucket.take(maxPerMinute, clock.elapsed())
      if (refused !== null) {
        await pause(clock, refused.retryAfterMs)
        continue
      }
      this.#again = false
      await within(clock, limitMs, this.readFirst()).catch((thrown: unknown) => {
        if (!this.#closed) this.#options.onUnreadable(messageOf(thrown))
      })
      await pause(clock, pauseMs + (this.#length / 1_000_000) * pausePerMillionMs)
    }
    this.#isReading = false
  }
}
