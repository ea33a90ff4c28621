/**
 * Keeps people's decisions about tools, in memory and in the store, and reports what was decided. The approval policy
 * decides what that means for a call.
 */
import type { Decision } from '#contract/decision'
import { AppError } from '#contract/errors'
import type { EngineEvent } from '#contract/events'
import type { Clock, MakeId } from '#engine/ports'
import { type DecidedServer, unitedDecisions } from '#engine/questions/unitedDecisions'
import type { DecisionRow, DecisionStore, LaunchedServer, SeenDefinitionRow } from '#engine/store/decisionStore'

export interface DecisionsOptions {
  readonly store: DecisionStore
  /** The server id under which decisions about the engine's own tools are stored. */
  readonly nativeId: string
  /** The server's slug; null if the server no longer exists. */
  readonly slugOf: (serverId: string) => string | null
  /**
   * Whether the tool's definition differs from `seen`. False for a tool that is not listed. `projectId`: the project
   * that the decision applies to; null: all projects.
   */
  readonly isOutdated: (slug: string, toolName: string, projectId: string | null, seen: SeenDefinitionRow) => boolean
  readonly publish: (event: EngineEvent) => void
  readonly background: { run(what: string, work: () => Promise<unknown>): void }
  readonly clock: Clock
  readonly makeId: MakeId
}

export type NewDecision = Omit<DecisionRow, 'id' | 'decidedAt'>

/** How many removals can be undone. */
const maxRemoved = 100
const none: readonly DecisionRow[] = []

export class Decisions {
  readonly #options: DecisionsOptions
  readonly #byTool = new Map<string, readonly DecisionRow[]>()
  /** The first uses by tool, then by the launch's key (`launchedFor`), oldest first. */
  readonly #firstUses = new Map<string, Map<string, SeenDefinitionRow>>()
  readonly #removed = new Map<string, DecisionRow>()
  readonly #listeners = new Set<() => void>()
  #denials = 0
  #lastTurn: Promise<unknown> = Promise.resolve()
  /**
   * The number of writes that are running or waiting. Reads do not count, because two reads that wait for each other
   * would never end.
   */
  #writes = 0

  constructor(options: DecisionsOptions) {
    this.#options = options
  }

  /** Whether any decision denies calls. */
  get hasDenials(): boolean {
    return this.#denials > 0
  }

  async open(): Promise<void> {
    const { store, nativeId } = this.#options
    await store.removeOrphans(nativeId)
    await this.reload()
  }

  /** Reads the stored decisions again, because another engine may have changed them. */
  async reload(): Promise<void> {
    await this.#inTurn('read the decisions', async () => {
      const { store } = this.#options
      const [rows, firstUses] = await Promise.all([store.list(), store.firstUses()])
      // The rows lack decisions that were made during the read, so everything is read again once those are written.
      if (this.#writes > 0) return void this.reload()
      this.#byTool.clear()
      this.#denials = 0
      for (const row of rows) this.#put(row)
      this.#firstUses.clear()
      for (const { serverId, launchedFor, toolName, ...seen } of firstUses)
        this.#usesOf(keyOf(serverId, toolName)).set(launchedFor, seen)
      this.#changed()
    })
  }

  /** All decisions about this tool, even those that do not apply to a given call. */
  about(serverId: string, toolName: string): readonly DecisionRow[] {
    return this.#byTool.get(keyOf(serverId, toolName)) ?? none
  }

  /** Adds a decision, which applies immediately. After a restart, it applies only if its write was finished. */
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

  /** The decisions, newest first, without those about servers that no longer exist. */
  list(): Decision[] {
    return this.#rows()
      .map((row) => this.#shown(row))
      .filter((shown) => shown !== null)
      .sort((one, other) => other.decidedAt - one.decidedAt)
  }

  async remove(id: string): Promise<void> {
    const row = this.#rows().find((one) => one.id === id)
    if (row === undefined) throw new AppError('NOT_FOUND', 'This decision no longer exists.')
    this.#drop(row)
    this.#removed.set(id, row)
    const [oldest] = this.#removed.keys()
    if (this.#removed.size > maxRemoved && oldest !== undefined) this.#removed.delete(oldest)
    this.#changed()
    await this.#write('remove a decision', () => this.#options.store.remove([id]))
  }

  /** Undoes a removal. */
  async restore(id: string): Promise<Decision> {
    const row = this.#removed.get(id)
    const shown = row === undefined ? null : this.#shown(row)
    if (row === undefined || shown === null) throw new AppError('NOT_FOUND', 'This decision can no longer be restored.')
    this.#removed.delete(id)
    this.#put(row)
    this.#changed()
    await this.#write('keep a decision', () => this.#options.store.insert(row))
    return shown
  }

  /** Merges the decisions of united servers. Returns a function that undoes this. */
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
    void this.#write('keep the decisions about united servers', async () => {
      await this.#options.store.remove(removed.map(({ id }) => id))
      for (const row of added) await this.#options.store.insert(row)
    })
  }

  /** Removes the decisions of a conversation that is gone. */
  forgetConversation(conversationId: string): void {
    const rows = this.#rows().filter((row) => row.conversationId === conversationId)
    if (rows.length === 0) return
    for (const row of rows) this.#drop(row)
    this.#changed()
    void this.#write('remove decisions', () => this.#options.store.remove(rows.map(({ id }) => id)))
  }

  /**
   * The tool's definition at its first recorded use. A launch that never used the tool gets the newest definition from
   * the server's other launches, so that a change does not go unnoticed because a project or a secret is new.
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

  /**
   * Replaces a tool's fingerprint if this version computes fingerprints in another way, so that the same definition
   * stays allowed.
   */
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

  /** Returns a function that removes the listener. */
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

  /** Whether both decisions allow the tool's current definition, each for another launch of the server. */
  #isOfAnotherLaunch(one: DecisionRow, other: DecisionRow): boolean {
    if (one.seen === null || other.seen === null || one.seen.fingerprint === other.seen.fingerprint) return false
    return this.#shown(one)?.outdated === false
  }

  #changed(): void {
    for (const listener of this.#listeners) listener()
    this.#options.publish({ type: 'decisions.changed' })
  }

  #write(what: string, work: () => Promise<unknown>): Promise<unknown> {
    this.#writes += 1
    return this.#inTurn(what, () => work().finally(() => (this.#writes -= 1)))
  }

  /** Runs the writes one after another, so that a removed decision does not come back because it was written later. */
  #inTurn(what: string, work: () => Promise<unknown>): Promise<unknown> {
    const done = this.#lastTurn.then(work)
    this.#lastTurn = done.catch(() => undefined)
    this.#options.background.run(what, () => done)
    return done
  }
}

function keyOf(serverId: string, toolName: string): string {
  return `${serverId} ${toolName}`
}

/** Whether the newer decision replaces the older one. */
function isSame(one: DecisionRow, other: DecisionRow): boolean {
  return (
    one.scope === other.scope &&
    one.projectId === other.projectId &&
    one.conversationId === other.conversationId &&
    JSON.stringify(one.pattern) === JSON.stringify(other.pattern)
  )
}
