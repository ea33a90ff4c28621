/** Keeps a session's list of tools up to date: requests that come while it is read are answered by one more round, not by many. */
import { messageOf } from '#contract/errors'

export interface ToolListingOptions {
  read(): Promise<readonly unknown[]>
  onTools(tools: readonly unknown[]): void
  /** A later list could not be read; the one before stays. */
  onUnreadable(reason: string): void
}

export class ToolListing {
  readonly #options: ToolListingOptions
  #isReading = true
  #again = false
  #closed = false

  constructor(options: ToolListingOptions) {
    this.#options = options
  }

  async readFirst(): Promise<void> {
    const tools = await this.#options.read()
    if (!this.#closed) this.#options.onTools(tools)
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
    this.#isReading = true
    while (this.#again && !this.#closed) {
      this.#again = false
      await this.readFirst().catch((thrown: unknown) => {
        if (!this.#closed) this.#options.onUnreadable(messageOf(thrown))
      })
    }
    this.#isReading = false
  }
}
