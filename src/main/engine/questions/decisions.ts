/**
 * What persons decided about tools, kept in memory and in the store. It says what was decided; what follows from that for
 * a call is the policy's business.
 */
import type { Decision } from '#contract/decision'
import { AppError } from '#contract/errors'
import type { EngineEvent } from '#contract/events'
import type { Clock, MakeId } from '#engine/ports'
import { type DecidedServer, unitedDecisions } from '#engine/questions/unitedDecisions'
import type { DecisionRow, DecisionStore, LaunchedServer, SeenDefinitionRow } from '#engine/store/decisionStore'

export interface DecisionsOptions {
  readonly store: DecisionStore
  /** The id under which the engine's own tools are decided about. */
  readonly nativeId: string
  /** Null for a server that is not there now. */
  readonly slugOf: (serverId: string) => string | null
  /** False for a tool that is not there now. `projectId`: where the decision holds; null: wherever the server is. */
  readonly isOutdated: (slug: string, toolName: string, projectId: string | null, seen: SeenDefinitionRow) => boolean
  readonly publish: (event: EngineEvent) => void
  readonly background: { run(what: string, work: () => Promise<unknown>): void }
  readonly clock: Clock
  readonly makeId: MakeId
}

export type NewDecision = Omit<DecisionRow, 'id' | 'decidedAt'>

/** Removals that can be taken back. */
const mostRemoved = 100
const none: readonly DecisionRow[] = []

export class Decisions {
  readonly #options: DecisionsOptions
  readonly #byTool = new Map<string, readonly DecisionRow[]>()
  /** By tool, then by what its server was launched for; oldest first. */
  readonly #firstUses = new Map<string, Map<string, SeenDefinitionRow>>()
  readonly #removed = new Map<string, DecisionRow>()
  readonly #listeners = new Set<() => void>()
  #denials = 0
  #writing: Promise<unknown> = Promise.resolve()
  /** Begun or waiting. */
  #writes = 0

  constructor(options: DecisionsOptions) {
    this.#options = options
  }

  /** Whether any call at all could be refused. */
  get hasDenials(): boolean {
    return this.#denials > 0
  }

  async open(): Promise<void> {
    const { store, nativeId } = this.#options
    await store.removeOrphans(nativeId)
    await this.reload()
  }

  /** Takes in what is stored, which another engine may have changed. */
  async reload(): Promise<void> {
    await this.#write('read the decisions', async () => {
      const { store } = this.#options
      const [rows, firstUses] = await Promise.all([store.list(), store.firstUses()])
      // What was decided meanwhile is not in what was read: it is read again when that is written.
      if (this.#writes > 1) return void this.reload()
      this.#byTool.clear()
      this.#denials = 0
      for (const row of rows) this.#put(row)
      this.#firstUses.clear()
      for (const { serverId, launchedFor, toolName, ...seen } of firstUses)
        this.#usesOf(keyOf(serverId, toolName)).set(launchedFor, seen)
      this.#changed()
    })
  }

  /** All that are about this tool, also those that do not hold for a given call. */
  about(serverId: string, toolName: string): readonly DecisionRow[] {
    return this.#byTool.get(keyOf(serverId, toolName)) ?? none
  }

  /** Holds at once, and from the next start on when it was written. */
  remember(made: NewDecision): void {
    const { makeId, clock, store } = this.#options
    const row: DecisionRow = { ...made, id: makeId(), decidedAt: clock.now() }
    const replaced = this.about(row.serverId, row.toolName).filter(
      (other) => isSame(other, row) && !this.#isOfAnotherLaunch(other, row),
    )
    for (const other of replaced) this.#drop(other)
    this.#put(row)
    void this.#write('keep a decision', async () => {
      await store.remove(replaced.map(({ id }) => id))
      await store.insert(row)
    })
    this.#changed()
  }

  /** Newest first; those about servers that are not there are left out. */
  list(): Decision[] {
    return this.#rows()
      .map((row) => this.#shown(row))
      .filter((shown) => shown !== null)
      .sort((one, other) => other.decidedAt - one.decidedAt)
  }

  async remove(id: string): Promise<void> {
    const row = this.#rows().find((one) => one.id === id)
    if (row === undefined) throw new AppError('NOT_FOUND', 'This decision is not there any more.')
    this.#drop(row)
    this.#removed.set(id, row)
    const [oldest] = this.#removed.keys()
    if (this.#removed.size > mostRemoved && oldest !== undefined) this.#removed.delete(oldest)
    this.#changed()
    await this.#write('remove a decision', () => this.#options.store.remove([id]))
  }

  /** Takes a removal back. */
  async restore(id: string): Promise<Decision> {
    const row = this.#removed.get(id)
    const shown = row === undefined ? null : this.#shown(row)
    if (row === undefined || shown === null)
      throw new AppError('NOT_FOUND', 'No removed decision of this id is kept any more.')
    this.#removed.delete(id)
    this.#put(row)
    this.#changed()
    await this.#write('keep a decision', () => this.#options.store.insert(row))
    return shown
  }

  /** Servers have become one. Returns how to take back what that made of their decisions. */
  unite(stays: DecidedServer, others: readonly DecidedServer[]): () => void {
    const { removed, added } = unitedDecisions(this.#rows(), stays, others, this.#options.makeId)
    this.#exchange(removed, added)
    return () => this.#exchange(added, removed)
  }

  #exchange(removed: readonly DecisionRow[], added: readonly DecisionRow[]): void {
    if (removed.length === 0 && added.length === 0) return
    for (const row of removed) this.#drop(row)
    for (const row of added) this.#put(row)
    this.#changed()
    void this.#write('keep what was decided about servers that are one', async () => {
      await this.#options.store.remove(removed.map(({ id }) => id))
      for (const row of added) await this.#options.store.insert(row)
    })
  }

  /** The conversation is gone, and with it what held in it. */
  forgetConversation(conversationId: string): void {
    const rows = this.#rows().filter((row) => row.conversationId === conversationId)
    if (rows.length === 0) return
    for (const row of rows) this.#drop(row)
    this.#changed()
    void this.#write('remove decisions', () => this.#options.store.remove(rows.map(({ id }) => id)))
  }

  /**
   * The definition that the tool had when it was called first while definitions were watched. A launch by which it never was
   * goes by the newest of the others: nothing gets by unseen because a project, or a secret of it, is new.
   */
  firstUse({ serverId, launchedFor }: LaunchedServer, toolName: string): SeenDefinitionRow | null {
    const uses = this.#firstUses.get(keyOf(serverId, toolName))
    return uses?.get(launchedFor) ?? [...(uses?.values() ?? [])].at(-1) ?? null
  }

  keepFirstUse(launched: LaunchedServer, toolName: string, seen: SeenDefinitionRow): void {
    const uses = this.#usesOf(keyOf(launched.serverId, toolName))
    if (uses.has(launched.launchedFor)) return
    uses.set(launched.launchedFor, seen)
    const { store, clock } = this.#options
    void this.#write('keep the definition of a tool', () =>
      store.keepFirstUse({ ...launched, toolName, ...seen }, clock.now()),
    )
  }

  /** What was seen of a tool is known in another way now; the same definition goes on being allowed. */
  reprint(serverId: string, toolName: string, former: string, seen: SeenDefinitionRow): void {
    if (former === seen.fingerprint) return
    const key = keyOf(serverId, toolName)
    const rows = this.about(serverId, toolName)
    const uses = [...(this.#firstUses.get(key) ?? [])].filter(([, { fingerprint }]) => fingerprint === former)
    if (uses.length === 0 && !rows.some((row) => row.seen?.fingerprint === former)) return
    for (const [launchedFor] of uses) this.#usesOf(key).set(launchedFor, seen)
    if (rows.length > 0)
      this.#byTool.set(
        key,
        rows.map((row) => (row.seen?.fingerprint === former ? { ...row, seen } : row)),
      )
    void this.#write('keep the definition of a tool', () =>
      this.#options.store.reprint({ serverId, toolName, ...seen }, former),
    )
  }

  /** Returns how to stop that. */
  onChanged(listener: () => void): () => void {
    this.#listeners.add(listener)
    return () => this.#listeners.delete(listener)
  }

  #usesOf(key: string): Map<string, SeenDefinitionRow> {
    let uses = this.#firstUses.get(key)
    if (uses === undefined) this.#firstUses.set(key, (uses = new Map()))
    return uses
  }

  #rows(): DecisionRow[] {
    return [...this.#byTool.values()].flat()
  }

  #put(row: DecisionRow): void {
    this.#byTool.set(keyOf(row.serverId, row.toolName), [...this.about(row.serverId, row.toolName), row])
    if (row.effect === 'deny') this.#denials++
  }

  #drop(row: DecisionRow): void {
    const key = keyOf(row.serverId, row.toolName)
    const known = this.about(row.serverId, row.toolName)
    const left = known.filter((other) => other.id !== row.id)
    if (left.length === known.length) return
    if (left.length === 0) this.#byTool.delete(key)
    else this.#byTool.set(key, left)
    if (row.effect === 'deny') this.#denials--
  }

  #shown(row: DecisionRow): Decision | null {
    const { slugOf, isOutdated } = this.#options
    const { serverId, toolName, seen, ...decision } = row
    const server = slugOf(serverId)
    if (server === null) return null
    return {
      ...decision,
      server,
      tool: toolName,
      outdated: seen !== null && isOutdated(server, toolName, row.projectId, seen),
    }
  }

  /** Both allow a tool as one launch of its server lists it now, each that of another launch. */
  #isOfAnotherLaunch(one: DecisionRow, other: DecisionRow): boolean {
    if (one.seen === null || other.seen === null || one.seen.fingerprint === other.seen.fingerprint) return false
    return this.#shown(one)?.outdated === false
  }

  #changed(): void {
    for (const listener of this.#listeners) listener()
    this.#options.publish({ type: 'decisions.changed' })
  }

  /** One after another: what is removed must not come back because it was written later. */
  #write(what: string, work: () => Promise<unknown>): Promise<unknown> {
    this.#writes += 1
    const written = this.#writing.then(work).finally(() => (this.#writes -= 1))
    this.#writing = written.catch(() => undefined)
    this.#options.background.run(what, () => written)
    return written
  }
}

function keyOf(serverId: string, toolName: string): string {
  return `${serverId} ${toolName}`
}

/** The newer one takes the place of the older one. */
function isSame(one: DecisionRow, other: DecisionRow): boolean {
  return (
    one.scope === other.scope &&
    one.projectId === other.projectId &&
    one.conversationId === other.conversationId &&
    JSON.stringify(one.pattern) === JSON.stringify(other.pattern)
  )
}
