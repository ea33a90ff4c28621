/** The servers that there are, each with its connection: how they come, change and go. Knows nothing of the store. */
import { AppError } from '#contract/errors'
import type { EngineEvent } from '#contract/events'
import type { MakeConnection } from '#engine/registry/servers/connectionFactory'
import { connectionListener, type ListenerParts } from '#engine/registry/servers/connectionListener'
import type { ProjectStarts } from '#engine/registry/projects/projectStarts'
import {
  lookWhatIsUnlisted,
  type ServerEntry,
  serverEntry,
  serverSnapshot,
  takeKept,
} from '#engine/registry/servers/serverEntry'
import type { KeptListings } from '#engine/store/servers/seenStore'
import type { ServerRow } from '#engine/store/servers/serverRow'

export interface ServerEntriesOptions {
  readonly makeConnection: MakeConnection
  readonly starts: ProjectStarts
  readonly background: { run(what: string, work: () => Promise<unknown>): void }
  readonly publish: (event: EngineEvent) => void
  readonly catalogsChanged: () => void
  readonly listener: Omit<ListenerParts, 'isCurrent' | 'tellServer'>
}

/** How long calls under way may go on at a server that stops. */
const drainMs = 10_000

export class ServerEntries {
  readonly #options: ServerEntriesOptions
  readonly #entries = new Map<string, ServerEntry>()
  readonly #listener: ListenerParts

  constructor(options: ServerEntriesOptions) {
    this.#options = options
    this.#listener = {
      ...options.listener,
      isCurrent: (entry) => this.isCurrent(entry),
      tellServer: (entry) => this.tell(entry),
    }
  }

  find(slug: string): ServerEntry | undefined {
    return this.#entries.get(slug)
  }

  get(slug: string): ServerEntry {
    const entry = this.#entries.get(slug)
    if (entry === undefined) throw new AppError('NOT_FOUND', `There is no server ${slug}.`)
    return entry
  }

  isCurrent(entry: ServerEntry): boolean {
    return this.#entries.get(entry.row.slug) === entry
  }

  slugs(): string[] {
    return [...this.#entries.keys()]
  }

  inOrder(): ServerEntry[] {
    // A person may give two the same position: the order must not be that in which they came.
    return [...this.#entries.values()].sort(
      ({ row: one }, { row: other }) => one.position - other.position || (one.slug < other.slug ? -1 : 1),
    )
  }

  appear(row: ServerRow, switchedOff: Iterable<string>, kept?: KeptListings): ServerEntry {
    const entry = this.#make(row, switchedOff)
    if (kept !== undefined) takeKept(entry, kept)
    if (row.enabled) this.#options.starts.appeared(entry)
    this.#changed(entry)
    return entry
  }

  /** A new connection in place of the one that it has; what it listed is kept until it lists again. */
  replace(slug: string, row: ServerRow): void {
    const before = this.get(slug)
    const { kind } = before.connection.state
    const stopped = before.connection.stop(drainMs)
    // Which era it speaks was seen with other settings.
    this.#listener.seen.relaunched(row.id)
    const entry = this.#make({ ...row, era: null }, before.switchedOff)
    entry.tools = before.tools
    Object.assign(entry.others, before.others)
    entry.wasListed = before.wasListed
    lookWhatIsUnlisted(entry)
    this.#changed(entry)
    this.#options.background.run(`restart ${slug}`, async () => {
      await stopped
      // Also what failed: as it is launched now, it may do better.
      const wasUsed = kind !== 'stopped' && kind !== 'stopping'
      if (!row.enabled || !this.isCurrent(entry)) return
      if (before.row.enabled) this.#options.starts.replaced(entry, wasUsed)
      else this.#options.starts.appeared(entry)
    })
  }

  disappear(entry: ServerEntry): void {
    const { slug, projectId } = entry.row
    this.#entries.delete(slug)
    this.#options.background.run(`stop ${slug}`, () => entry.connection.stop(drainMs))
    this.#options.publish({ type: 'server.removed', slug })
    this.#options.starts.look(projectId)
    this.#options.catalogsChanged()
  }

  /** Its row is another one, which its connection can go on with. */
  setRow(entry: ServerEntry, row: ServerRow): void {
    const wasEnabled = entry.row.enabled
    entry.row = row
    if (row.enabled && !wasEnabled) this.#options.starts.appeared(entry)
    if (!row.enabled && wasEnabled) {
      this.#options.background.run(`stop ${row.slug}`, () => entry.connection.stop(drainMs))
      this.#options.starts.look(row.projectId)
    }
    this.#changed(entry)
  }

  /** Something that its launch is filled with has changed: what runs, or failed to, is started anew. */
  relaunch({ row, connection }: ServerEntry): void {
    if (!row.enabled || connection.state.kind === 'stopped') return
    this.#options.background.run(`restart ${row.slug}`, () => connection.restart(drainMs))
  }

  tell(entry: ServerEntry): void {
    this.#options.publish({ type: 'server.changed', server: serverSnapshot(entry) })
  }

  /** Stops all of them. */
  async close(): Promise<void> {
    await Promise.all([...this.#entries.values()].map(({ connection }) => connection.stop()))
  }

  #make(row: ServerRow, switchedOff: Iterable<string>): ServerEntry {
    const starts = this.#options.starts
    const live = {
      row: () => entry.row,
      mayRest: () => starts.mayRest(entry),
      mayStart: () => starts.mayStart(entry),
    }
    const listener = connectionListener(row.slug, () => entry, this.#listener)
    const entry = serverEntry(row, switchedOff, this.#options.makeConnection(row, live, listener))
    this.#entries.set(row.slug, entry)
    return entry
  }

  #changed(entry: ServerEntry): void {
    this.tell(entry)
    this.#options.catalogsChanged()
  }
}
