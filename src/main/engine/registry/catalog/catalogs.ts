/** The catalogs of all scopes, each built when it is asked for and again after something it depends on has changed. */
import type { Project } from '#contract/project'
import { toolsLeft } from '#contract/tools/toolChoice'
import type { NameAssignment } from '#engine/registry/catalog/naming/nameAssignment'
import { maxNameLength, type NamingRules } from '#engine/registry/catalog/naming/naming'
import { RecentMap } from '#engine/structures/recentMap'
import { isToolFor } from '#engine/policies/toolVisibility'
import { buildCatalog, type Catalog } from '#engine/registry/catalog/catalog'
import type { CatalogServer } from '#engine/registry/catalog/catalogServer'
import { ListedTools } from '#engine/registry/catalog/listedTools'
import { type Scope, scopeKey } from '#engine/registry/catalog/scope'
import { catalogServer, type ServerEntry } from '#engine/registry/servers/serverEntry'
import type { Log } from '#engine/ports'

/** Of so many scopes the catalogs are kept at least: each choice of servers makes one. */
const keptScopes = 128

export class Catalogs {
  readonly #log: Log
  readonly #listsByEra: () => boolean
  /** Some server lists something else in its other era. */
  #hasEras = false
  readonly #texts = new ListedTools()
  readonly #built = new RecentMap<string, Catalog>(keptScopes)
  readonly #assignments = new RecentMap<string, Pick<Catalog, 'assignment' | 'promptAssignment'>>(keptScopes)
  readonly #listeners = new Set<() => void>()

  constructor(log: Log, listsByEra: () => boolean) {
    this.#log = log
    this.#listsByEra = listsByEra
  }

  /** `native`: the tools of the engine itself, where the scope has them. */
  build(scope: Scope, entries: readonly ServerEntry[], project: Project, native: CatalogServer | null): Catalog {
    const key = scopeKey(scope, this.#hasEras)
    const before = this.#assignments.get(key) ?? this.#assignments.get(scopeKey(scope, false))
    const catalog = buildCatalog(scope, serversOf(scope, entries, native), rulesOf(project, scope), this.#texts, before)
    const { assignment, promptAssignment } = catalog
    // Who sees a part of it has its clashes or fewer.
    if (scope.choice === undefined && scope.pages === undefined && scope.era === undefined)
      this.#warnOfNewClashes(scope, assignment, before?.assignment)
    this.#assignments.set(key, { assignment, promptAssignment })
    this.#built.set(key, catalog)
    return catalog
  }

  /** Null when it was never built, or not since something changed. */
  built(scope: Scope): Catalog | null {
    return this.#built.get(scopeKey(scope, this.#hasEras)) ?? null
  }

  /** Something that catalogs are made of has changed. */
  invalidate(): void {
    this.#built.clear()
    this.#hasEras = this.#listsByEra()
    for (const listener of this.#listeners) listener()
  }

  onChanged(listener: () => void): () => void {
    this.#listeners.add(listener)
    return () => this.#listeners.delete(listener)
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

/** Under its own address a server stands alone, without its group. */
function serversOf(scope: Scope, entries: readonly ServerEntry[], native: CatalogServer | null): CatalogServer[] {
  const servers = [
    ...(native === null ? [] : [native]),
    ...entries.map((entry) => catalogServer(entry, scope.era)),
  ].flatMap((server) => {
    const chosen = chosenOf(scope, server)
    return chosen === null ? [] : shownOf(scope, chosen)
  })
  return scope.kind === 'server' ? servers.map((server) => ({ ...server, group: null })) : servers
}

function chosenOf({ choice }: Scope, server: CatalogServer): CatalogServer | null {
  const left = toolsLeft(choice, server.slug)
  if (left === 'none') return null
  return left === 'all' ? server : { ...server, tools: server.tools.filter(({ name }) => left(name)) }
}

/** Where no pages are shown, nobody is there for whom the tools of pages are. */
function shownOf({ pages }: Scope, server: CatalogServer): CatalogServer {
  if (pages === true) return server
  const tools = server.tools.filter(({ definition }) => definition === null || isToolFor(definition, 'model'))
  return tools.length === server.tools.length ? server : { ...server, tools }
}
