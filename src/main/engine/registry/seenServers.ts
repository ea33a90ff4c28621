/**
 * What servers were seen to be is kept for the next start. It is written after a moment and all in one go: many come up at
 * once, when there is no time to spare, and some list anew with every call.
 */
import type { ProtocolEra } from '#contract/server'
import type { Clock, Timer } from '#engine/ports'
import type { KeptListing, ListedKind, SeenEra, SeenServer, SeenStore } from '#engine/store/seenStore'

export interface SeenServersOptions {
  readonly store: Pick<SeenStore, 'saveSeen'>
  readonly background: { run(what: string, work: () => Promise<unknown>): void }
  readonly clock: Clock
}

const delayMs = 1000

interface Seen extends SeenServer {
  era?: SeenEra
  readonly listings: Partial<Record<ListedKind, KeptListing>>
}

export class SeenServers {
  readonly #options: SeenServersOptions
  #new = new Map<string, Seen>()
  #timer: Timer | null = null

  constructor(options: SeenServersOptions) {
    this.#options = options
  }

  era(id: string, era: ProtocolEra): void {
    this.#of(id).era = { era, checkedAt: this.#options.clock.now() }
  }

  /** It is launched in another way: what is still to be written of its era was seen of another launch. */
  relaunched(id: string): void {
    delete this.#new.get(id)?.era
  }

  listing(id: string, kind: ListedKind, entries: readonly unknown[]): void {
    this.#of(id).listings[kind] = { entries, listedAt: this.#options.clock.now() }
  }

  /** Writes at once what is still to be written. */
  flush(): void {
    this.#timer?.cancel()
    this.#timer = null
    const { store, background } = this.#options
    const servers = [...this.#new.values()]
    this.#new = new Map()
    if (servers.length > 0) background.run('keep what servers list', () => store.saveSeen(servers))
  }

  #of(id: string): Seen {
    this.#timer ??= this.#options.clock.after(delayMs, () => this.flush())
    const seen = this.#new.get(id) ?? { id, listings: {} }
    this.#new.set(id, seen)
    return seen
  }
}
