/**
 * The catalogs of all scopes. A catalog is built on demand, and rebuilt after something that it depends on has
 * changed.
 */
import type { Project } from '#contract/project'
import type { NameAssignment } from '#engine/registry/catalog/naming/nameAssignment'
import { maxNameLength, type NamingRules } from '#engine/registry/catalog/naming/naming'
import { RecentMap } from '#engine/structures/recentMap'
import { buildCatalog, type Catalog } from '#engine/registry/catalog/catalog'
import type { CatalogServer } from '#engine/registry/catalog/catalogServer'
import { catalogServers } from '#engine/registry/catalog/catalogServers'
import { ListedTools } from '#engine/registry/catalog/listedTools'
import { projectOf, type Scope, scopeKey } from '#engine/registry/catalog/scope'
import type { ServerEntry } from '#engine/registry/servers/serverEntry'
import type { Log } from '#engine/ports'

/** How many catalogs are cached at least. Every choice of servers makes another scope. */
const keptScopes = 128

interface Built {
  readonly catalog: Catalog
  readonly madeAt: number
}

export class Catalogs {
  readonly #log: Log
  readonly #listsByEra: () => boolean
  /** Whether at least one server lists something different in its other era. */
  #hasEras = false
  readonly #texts = new ListedTools()
  readonly #built = new RecentMap<string, Built>(keptScopes)
  /** Counts all changes. `#changedAt` has the count at the latest change to each project. */
  #changes = 0
  readonly #changedAt = new Map<string, number>()
  readonly #assignments = new RecentMap<string, Pick<Catalog, 'assignment' | 'promptAssignment'>>(keptScopes)
  readonly #listeners = new Set<() => void>()

  constructor(log: Log, listsByEra: () => boolean) {
    this.#log = log
    this.#listsByEra = listsByEra
  }

  /** `native`: the engine's own tools, if the scope includes them. */
  build(scope: Scope, entries: readonly ServerEntry[], project: Project, native: CatalogServer | null): Catalog {
    const key = scopeKey(scope, this.#hasEras)
    const before = this.#assignments.get(key) ?? this.#assignments.get(scopeKey(scope, false))
    const catalog = buildCatalog(
      scope,
      catalogServers(scope, entries, native),
      rulesOf(project, scope),
      this.#texts,
      before,
    )
    const { assignment, promptAssignment } = catalog
    // Every name clash of a narrower scope is also in the full one, so only the full scope warns.
    if (scope.choice === undefined && scope.pages === undefined && scope.era === undefined)
      this.#warnOfNewClashes(scope, assignment, before?.assignment)
    this.#assignments.set(key, { assignment, promptAssignment })
    this.#built.set(key, { catalog, madeAt: this.#changes })
    return catalog
  }

  /** The cached catalog; null if something that it depends on has changed since it was built. */
  built(scope: Scope): Catalog | null {
    const known = this.#built.get(scopeKey(scope, this.#hasEras))
    return known === undefined || known.madeAt < this.#changedIn(projectOf(scope)) ? null : known.catalog
  }

  /** Marks catalogs as outdated: those of one project, or all. */
  invalidate(projectId?: string): void {
    this.#changes += 1
    if (projectId === undefined) this.#built.clear()
    else this.#changedAt.set(projectId, this.#changes)
    this.#hasEras = this.#listsByEra()
    for (const listener of this.#listeners) listener()
  }

  onChanged(listener: () => void): () => void {
    this.#listeners.add(listener)
    return () => this.#listeners.delete(listener)
  }

  /** A view of all projects is outdated by a change in any of them. */
  #changedIn(projectId: string | null): number {
    return projectId === null ? this.#changes : (this.#changedAt.get(projectId) ?? 0)
  }

  #warnOfNewClashes(scope: Scope, after: NameAssignment, before: NameAssignment | undefined): void {
    for (const [name, keys] of after.clashes)
      if (before?.clashes.get(name)?.join() !== keys.join())
        this.#log.warn(
          { scope: scopeKey(scope), tool: name, claimedBy: keys },
          'several servers offer a tool of this name',
        )
  }
}

function rulesOf(project: Project, scope: Scope): NamingRules {
  return { naming: project.naming, prefix: project.prefix, maxLength: scope.maxNameLength ?? maxNameLength }
}
