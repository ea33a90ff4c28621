/** Finds servers and their entries by slug, by pair, by project, and in order. */
import type { KnownServer, ServerEntry } from '#engine/registry/servers/serverEntry'

const none: readonly ServerEntry[] = []

export class ServerIndex {
  readonly #bySlug = new Map<string, KnownServer>()
  readonly #byPair = new Map<string, ServerEntry>()
  /** Built on demand. Reset when a server is added, removed or moved. */
  #order: readonly KnownServer[] | null = null
  #byProject: ReadonlyMap<string, readonly ServerEntry[]> | null = null

  /** Finds a server by its current or a former slug. */
  find(slug: string): KnownServer | undefined {
    const server = this.#bySlug.get(slug)
    if (server !== undefined) return server
    for (const one of this.#bySlug.values()) if (one.definition.formerSlugs.includes(slug)) return one
    return undefined
  }

  pair(pairId: string): ServerEntry | undefined {
    return this.#byPair.get(pairId)
  }

  /** All slugs in use, including former ones. No other server may have them. */
  slugs(): string[] {
    return [...this.#bySlug.values()].flatMap(({ definition }) => [definition.slug, ...definition.formerSlugs])
  }

  servers(): readonly KnownServer[] {
    // A person may give two servers the same position. Their order must not depend on which was added first.
    this.#order ??= [...this.#bySlug.values()].sort(
      ({ definition: one }, { definition: other }) => one.position - other.position || (one.slug < other.slug ? -1 : 1),
    )
    return this.#order
  }

  entries(): readonly ServerEntry[] {
    return this.servers().flatMap(({ entries }) => entries)
  }

  ofProject(projectId: string): readonly ServerEntry[] {
    this.#byProject ??= byProject(this.entries())
    return this.#byProject.get(projectId) ?? none
  }

  /** Adds a server, or updates its place after a new definition. */
  put(server: KnownServer, formerSlug = server.definition.slug): void {
    if (formerSlug !== server.definition.slug) this.#bySlug.delete(formerSlug)
    this.#bySlug.set(server.definition.slug, server)
    this.#forgetOrder()
  }

  /** Removes a server and its entries. */
  remove(slug: string): void {
    for (const { row } of this.#bySlug.get(slug)?.entries ?? none) this.#byPair.delete(row.pairId)
    this.#bySlug.delete(slug)
    this.#forgetOrder()
  }

  setEntries(server: KnownServer, entries: readonly ServerEntry[]): void {
    for (const { row } of server.entries) this.#byPair.delete(row.pairId)
    server.entries = entries
    for (const entry of entries) this.#byPair.set(entry.row.pairId, entry)
    this.#forgetOrder()
  }

  #forgetOrder(): void {
    this.#order = null
    this.#byProject = null
  }
}

function byProject(entries: readonly ServerEntry[]): ReadonlyMap<string, readonly ServerEntry[]> {
  const groups = new Map<string, ServerEntry[]>()
  for (const entry of entries) {
    const group = groups.get(entry.row.projectId)
    if (group === undefined) groups.set(entry.row.projectId, [entry])
    else group.push(entry)
  }
  return groups
}
