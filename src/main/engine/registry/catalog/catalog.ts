/**
 * Builds a catalog: the tools, prompts and resources of one scope, their public names, and the servers that provide
 * them. A catalog is a pure function of listings, toggles and naming rules.
 */
import {
  assignNames,
  type Undecided,
  type NameAssignment,
  ownNames,
} from '#engine/registry/catalog/naming/nameAssignment'
import type { PendingOwner } from '#engine/registry/catalog/naming/nameClaims'
import { couldBeOf, type NamingRules } from '#engine/registry/catalog/naming/naming'
import { type CatalogServer, type LeftOut, pairFor } from '#engine/registry/catalog/catalogServer'
import type { CatalogView } from '#engine/registry/catalog/catalogView'
import { FrozenList, type ListedTool } from '#engine/registry/catalog/frozenList'
import type { ListedTools } from '#engine/registry/catalog/listedTools'
import { type Offer, type OfferList, slotOf } from '#engine/registry/catalog/offers'
import { buildPrompts, type PromptCatalog } from '#engine/registry/catalog/promptCatalog'
import { buildResources, type ResourceCatalog } from '#engine/registry/catalog/resourceCatalog'
import type { Scope } from '#engine/registry/catalog/scope'
import type { ToolRoute } from '#engine/registry/catalog/toolRoute'

export interface Catalog {
  readonly view: CatalogView
  readonly assignment: NameAssignment
  readonly promptAssignment: NameAssignment
  /** Tools that were left out of a group because their schema differs, each with the reason. */
  readonly leftOut: readonly LeftOut[]
}

/** `servers`: in the order of their positions. */
export function buildCatalog(
  scope: Scope,
  servers: readonly CatalogServer[],
  rules: NamingRules,
  texts: ListedTools,
  previous?: Pick<Catalog, 'assignment' | 'promptAssignment'>,
): Catalog {
  const leftOut: LeftOut[] = []
  const lists = texts.offers.collect(servers, rules, leftOut)
  const offers = lists.flat()
  const things = offers.map((offer) => offer.thing)
  const pending = pendingOwners(scope, servers, lists, rules)
  const assignment =
    scope.kind === 'server' ? ownNames(things, pending) : assignNames(things, rules, pending, previous?.assignment)
  const resources = buildResources(scope, servers, texts.others)
  let place = 0
  const parts = lists.map((list) => texts.part(list, assignment.names.slice(place, (place += list.length)), resources))
  const prompts = buildPrompts(scope, servers, rules, previous?.promptAssignment, texts.others)
  const tools = { list: new FrozenList(parts), offers, assignment }
  const view = new FrozenView(scope, servers, tools, prompts, resources)
  return { view, assignment, promptAssignment: prompts.assignment, leftOut }
}

/** Servers that have not listed their tools yet. */
function pendingOwners(
  scope: Scope,
  servers: readonly CatalogServer[],
  lists: readonly OfferList[],
  rules: NamingRules,
): PendingOwner[] {
  if (servers.every(({ unlisted }) => unlisted !== 'everything')) return []
  const starts: number[] = []
  lists.reduce((start, { length }) => (starts.push(start), start + length), 0)
  return servers.flatMap(({ slug, group, unlisted }, place) => {
    if (unlisted !== 'everything') return []
    const slot = slotOf(servers, place)
    const from = starts[slot] ?? 0
    const couldQualify = scope.kind === 'server' ? () => false : couldBeOf(group ?? slug, rules)
    return [{ slug, from, to: from + (lists[slot]?.length ?? 0), couldQualify }]
  })
}

interface Tools {
  readonly list: FrozenList<ListedTool>
  readonly offers: readonly Offer[]
  readonly assignment: NameAssignment
}

class FrozenView implements CatalogView {
  readonly scope: Scope
  readonly prompts: PromptCatalog
  readonly resources: ResourceCatalog
  /** Pair ids by server slug. The whole server is stored only if several pairs lead to it. */
  readonly #pairs: ReadonlyMap<string, string | CatalogServer>
  readonly #tools: Tools
  /** Routes by tool index, created at the first lookup. */
  readonly #routes: (ToolRoute | undefined)[] = []

  constructor(
    scope: Scope,
    servers: readonly CatalogServer[],
    tools: Tools,
    prompts: PromptCatalog,
    resources: ResourceCatalog,
  ) {
    this.scope = scope
    this.#pairs = new Map(servers.map((server) => [server.slug, server.pairs.length > 1 ? server : pairFor(server)]))
    this.prompts = prompts
    this.resources = resources
    this.#tools = tools
  }

  get tools(): readonly ListedTool[] {
    return this.#tools.list.entries
  }

  get toolsJson(): string {
    return this.#tools.list.json
  }

  get hash(): string {
    return this.#tools.list.hash
  }

  pairOf(slug: string, toolName?: string): string {
    const pairs = this.#pairs.get(slug) ?? ''
    return typeof pairs === 'string' ? pairs : pairFor(pairs, toolName)
  }

  find(name: string): ToolRoute | undefined {
    const place = this.#tools.assignment.placeOf(name)
    if (place === undefined) return undefined
    return (this.#routes[place] ??= this.#routeTo(place))
  }

  undecided(name: string): Undecided | null {
    return this.#tools.assignment.undecided(name)
  }

  #routeTo(place: number): ToolRoute | undefined {
    const { offers, assignment } = this.#tools
    const offer = offers[place]
    if (offer === undefined) return undefined
    const { checked, members, owner } = offer
    return {
      publicName: assignment.names[place] ?? checked.name,
      members: members.map(({ slug, original }) => ({ slug, original, pairId: this.pairOf(slug, original) })),
      group: owner.members === null ? null : owner.name,
    }
  }
}
