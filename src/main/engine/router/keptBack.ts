/**
 * Counts messages from servers that could be meant for several clients. They are sent to none of them, and the
 * server's log says so.
 */
import type { Clock } from '#engine/ports'

/** How long messages are gathered before they are reported in one line of the log. */
const gatherMs = 4_000

export class KeptBack {
  readonly #clock: Clock
  readonly #say: (slug: string, text: string) => void
  readonly #counts = new Map<string, number>()
  readonly #unsaid = new Map<string, number>()

  constructor(clock: Clock, say: (slug: string, text: string) => void) {
    this.#clock = clock
    this.#say = say
  }

  /** Counts by server, since the engine started. */
  get counts(): ReadonlyMap<string, number> {
    return this.#counts
  }

  add(slug: string): void {
    this.#counts.set(slug, (this.#counts.get(slug) ?? 0) + 1)
    if (!this.#unsaid.has(slug)) this.#clock.after(gatherMs, () => this.#sayNow(slug))
    this.#unsaid.set(slug, (this.#unsaid.get(slug) ?? 0) + 1)
  }

  #sayNow(slug: string): void {
    const count = this.#unsaid.get(slug) ?? 0
    this.#unsaid.delete(slug)
    const [what, were] = count === 1 ? ['log message', 'was'] : ['log messages', 'were']
    this.#say(
      slug,
      `${count} ${what} could not be attributed and ${were} kept back: several clients use this server, and it does not say which one it means.`,
    )
  }
}
