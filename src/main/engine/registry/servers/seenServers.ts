/**
 * What servers were seen to be is kept for the next start. The store gets it after a moment and all in one go: many come up
 * at once, when there is no time to spare, and some list anew with every call. Until then it is in a journal.
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

/** A server, launched in one way. */
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

  /** Hands the store what an engine that was killed had no time for. No start fails because of that. */
  async recover(): Promise<void> {
    const { journal, log } = this.#options
    try {
      for (const entry of journal.left()) this.#take(entry)
      await this.#save()
    } catch (error) {
      log.error({ error }, `could not recover what servers listed: ${messageOf(error)}`)
    }
  }

  era(of: SeenOf, era: ProtocolEra): void {
    this.#note({ ...of, era: { era, checkedAt: this.#options.clock.now() } })
  }

  /** It is launched in another way: what is still to be written of its era was seen of another launch. */
  relaunched({ id }: Pick<SeenOf, 'id'>): void {
    for (const seen of this.#new.values())
      if (seen.id === id && seen.era !== undefined) this.#note({ id, launchedFor: seen.launchedFor, era: null })
  }

  listing(of: SeenOf, kind: ListedKind, entries: readonly unknown[]): void {
    this.#note({ ...of, kind, entries, listedAt: this.#options.clock.now() })
  }

  /** Writes at once what is still to be written. */
  flush(): void {
    this.#timer?.cancel()
    this.#timer = null
    if (this.#new.size > 0) this.#options.background.run('keep what servers list', () => this.#save())
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

  /** What cannot be stored stays in the journal, for the next start. */
  async #save(): Promise<void> {
    const servers = [...this.#new.values()]
    if (servers.length === 0) return
    this.#new = new Map()
    const removeJournal = this.#options.journal.cut()
    await this.#options.store.saveSeen(servers)
    removeJournal()
  }
}
