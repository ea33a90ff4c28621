/** Keeps one list of a session up to date: requests that come while it is read are answered by one more round, not by many. */
import { messageOf } from '#contract/errors'
import { pause, within } from '#engine/structures/waits'
import { TokenBucket } from '#engine/structures/tokenBucket'
import type { Clock } from '#engine/ports'

export interface FollowedListingOptions {
  /** `onPage` is told how many characters each page has. */
  read(onPage: (length: number) => void): Promise<readonly unknown[]>
  onEntries(entries: readonly unknown[]): void
  /** A later list could not be read; the one before stays. */
  onUnreadable(reason: string): void
  readonly clock: Clock
  /** A later list that takes longer is not waited for. */
  readonly limitMs: number
}

/** Between two lists: a server that announces a new one with every list would be asked all the time. */
const pauseMs = 250
/** How many lists a minute are read of a server that announces changes; a minute's worth may come at once. */
const maxPerMinute = 30
/** Added to the pause for each million characters of the list: a long one holds the loop each time it is read. */
const pausePerMillionMs = 1_000

export class FollowedListing {
  readonly #options: FollowedListingOptions
  #isReading = true
  #again = false
  #closed = false
  /** Characters of the pages of the list that was read last. */
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

  /** For what is not worth failing for: a list that cannot be read is told of and counts as empty. */
  async readFirstSoon(): Promise<void> {
    await this.readFirst().catch((thrown: unknown) => {
      if (!this.#closed) this.#options.onUnreadable(messageOf(thrown))
    })
  }

  /** From now on it is read again when that is asked for; also for what was asked before. */
  follow(): void {
    this.#isReading = false
    if (this.#again) void this.#readWhileAsked()
  }

  readAnew(): void {
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
