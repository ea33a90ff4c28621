/**
 * Keeps the observed listings of servers for the next start. They are stored together after a short delay: many
 * servers start while the engine is busy, and some repeat their listing with every call. Until then, a journal has
 * them.
 */
import { messageOf } from '#contract/errors'
import type { ProtocolEra } from '#contract/servers/server'
import type { Clock, Log, Ports, Timer } from '#engine/ports'
import { type SeenEntry, SeenJournal } from '#engine/registry/servers/seenJournal'
import type { KeptListing, ListedKind, SeenServer, SeenStore } from '#engine/store/servers/seenStore'
import type { SeenEra } from '#engine/store/servers/serverRow'

interface SeenServersOptions {
  readonly store: Pick<SeenStore, 'saveSeen'>
  readonly journal: Pick<SeenJournal, 'left' | 'append' | 'cut'>
  readonly background: { run(what: string, work: () => Promise<unknown>): void }
  readonly clock: Clock
  readonly log: Log
}

const delayMs = 1000

/** A server, and the launch with which it was observed. */
export type SeenOf = Pick<SeenServer, 'id' | 'launchedFor'>

interface Seen extends SeenServer {
  era?: SeenEra
  readonly listings: Partial<Record<ListedKind, KeptListing>>
}

export function createSeenServers(
  { paths, clock, log }: Pick<Ports, 'paths' | 'clock' | 'log'>,
  store: SeenServersOptions['store'],
  background: SeenServersOptions['background'],
): SeenServers {
  return new SeenServers({ store, journal: new SeenJournal(paths.dataFolder, log), background, clock, log })
}

export class SeenServers {
  readonly #options: SeenServersOptions
  #new = new Map<string, Seen>()
  #timer: Timer | null = null

  constructor(options: SeenServersOptions) {
    this.#options = options
  }

  /** Stores what a killed engine could not store in time. A failure here does not fail the start. */
  async recover(): Promise<void> {
    const { journal, log } = this.#options
    try {
      for (const entry of journal.left()) this.#take(entry)
      await this.#save()
    } catch (error) {
      log.error({ error }, `could not recover listings from the journal: ${messageOf(error)}`)
    }
  }

  era(of: SeenOf, era: ProtocolEra): void {
    this.#note({ ...of, era: { era, checkedAt: this.#options.clock.now() } })
  }

  /**
   * Call when the server's launch has changed. An era that is not stored yet was observed with the old launch, so it is
   * dropped.
   */
  relaunched({ id }: Pick<SeenOf, 'id'>): void {
    for (const seen of this.#new.values())
      if (seen.id === id && seen.era !== undefined) this.#note({ id, launchedFor: seen.launchedFor, era: null })
  }

  listing(of: SeenOf, kind: ListedKind, entries: readonly unknown[]): void {
    this.#note({ ...of, kind, entries, listedAt: this.#options.clock.now() })
  }

  /** Writes all pending entries now. */
  flush(): void {
    this.#timer?.cancel()
    this.#timer = null
    if (this.#new.size > 0) this.#options.background.run('store the listings of servers', () => this.#save())
  }

  #note(entry: SeenEntry): void {
    this.#timer ??= this.#options.clock.after(delayMs, () => this.flush())
    this.#take(entry)
    this.#options.journal.append(entry)
  }

  #take(entry: SeenEntry): void {
    const { id, launchedFor } = entry
    const key = `${id} ${launchedFor}`
    const seen: Seen = this.#new.get(key) ?? { id, launchedFor, listings: {} }
    this.#new.set(key, seen)
    if ('kind' in entry) seen.listings[entry.kind] = { entries: entry.entries, listedAt: entry.listedAt }
    else if (entry.era === null) delete seen.era
    else seen.era = entry.era
  }

  /** Entries that cannot be stored stay in the journal for the next start. */
  async #save(): Promise<void> {
    const servers = [...this.#new.values()]
    if (servers.length === 0) return
    this.#new = new Map()
    const removeJournal = this.#options.journal.cut()
    await this.#options.store.saveSeen(servers)
    removeJournal()
  }
}
