/** What is callable in one scope, under which name, by which servers. A pure function of listings, toggles and naming. */
import type { CheckedEntry } from '#engine/policies/listingChecks'
import { assignNames, type NameAssignment, type NamedThing, type NamingRules } from '#engine/policies/naming'
import type { CatalogView, ListedTool } from '#engine/registry/catalogView'
import type { CheckedTool } from '#engine/registry/checkedTool'
import { type EntryText, FrozenList } from '#engine/registry/frozenList'
import type { ListedTools, ToolOwner } from '#engine/registry/listedTools'
import { buildPrompts, type PromptCatalog } from '#engine/registry/promptCatalog'
import { buildResources, type ResourceCatalog } from '#engine/registry/resourceCatalog'
import type { Scope } from '#engine/registry/scope'
import type { RouteMember, ToolRoute } from '#engine/registry/toolRoute'

/** An enabled server as the catalog needs it. */
export interface CatalogServer {
  readonly slug: string
  readonly projectId: string
  readonly group: string | null
  readonly tools: readonly CheckedTool[]
  readonly switchedOff: ReadonlySet<string>
  readonly prompts: readonly CheckedEntry[]
  readonly resources: readonly CheckedEntry[]
  readonly templates: readonly CheckedEntry[]
  /** The names of its tools are its own: no other server's tool can take one. */
  readonly reserved?: boolean
}

export interface Catalog {
  readonly view: CatalogView
  readonly assignment: NameAssignment
  readonly promptAssignment: NameAssignment
  /** Tools that a group leaves out, by server and name, with the reason. */
  readonly leftOut: readonly LeftOut[]
}

export interface LeftOut {
  readonly slug: string
  readonly toolName: string
  readonly reason: string
}

interface Offer {
  readonly key: string
  readonly reserved: boolean
  readonly owner: ToolOwner
  readonly checked: CheckedTool
  readonly members: readonly RouteMember[]
}

/** `servers` come in the order of their positions. */
export function buildCatalog(
  scope: Scope,
  servers: readonly CatalogServer[],
  rules: NamingRules,
  texts: ListedTools,
  previous?: Pick<Catalog, 'assignment' | 'promptAssignment'>,
): Catalog {
  const leftOut: LeftOut[] = []
  const offers = collectOffers(scope, servers, leftOut)
  const assignment =
    scope.kind === 'server' ? ownNames(offers) : assignNames(offers.map(thingOf), rules, previous?.assignment)
  const routes = new Map<string, ToolRoute>()
  const listed: EntryText<ListedTool>[] = []
  const byKey = new Map<string, ToolRoute>()
  for (const offer of offers) {
    const publicName = assignment.publicNames.get(offer.key)
    const route: ToolRoute = {
      publicName: publicName ?? offer.checked.name,
      members: offer.members,
      group: offer.owner.members === null ? null : offer.owner.name,
    }
    byKey.set(offer.key, route)
    if (publicName === undefined) continue
    routes.set(publicName, route)
    listed.push(texts.of(offer.checked, publicName, offer.owner))
  }
  for (const [alias, key] of assignment.aliases) {
    const route = byKey.get(key)
    if (route !== undefined) routes.set(alias, route)
  }
  const prompts = buildPrompts(scope, servers, rules, previous?.promptAssignment)
  const view = new FrozenView(scope, new FrozenList(listed), routes, prompts, buildResources(scope, servers))
  return { view, assignment, promptAssignment: prompts.assignment, leftOut }
}

/** Equal tools of one group are one offer, borne by the first member; whoever differs is left out. */
function collectOffers(scope: Scope, servers: readonly CatalogServer[], leftOut: LeftOut[]): Offer[] {
  const offers = new Map<string, Offer & { members: RouteMember[] }>()
  for (const server of servers)
    for (const checked of server.tools) {
      if (checked.definition === null || server.switchedOff.has(checked.name)) continue
      const member: RouteMember = { slug: server.slug, original: checked.name }
      const key = offerKey(server, checked.name)
      const offer = offers.get(key)
      if (offer === undefined) {
        const addressOf = scope.kind === 'server' ? null : server.slug
        const owner: ToolOwner =
          server.group === null
            ? { name: server.slug, members: null, addressOf }
            : { name: server.group, members: membersOf(server, servers), addressOf }
        offers.set(key, { key, reserved: server.reserved === true, owner, checked, members: [member] })
      } else if (sameSchema(offer.checked, checked)) offer.members.push(member)
      else {
        const reason = `Its input differs from that of ${offer.members[0]?.slug ?? ''}, which offers it for the group ${offer.owner.name}.`
        leftOut.push({ slug: server.slug, toolName: checked.name, reason })
      }
    }
  return [...offers.values()]
}

/** What a name is assigned to: a tool of one server, or the equal tools of a group. */
export function offerKey(server: Pick<CatalogServer, 'slug' | 'projectId' | 'group'>, toolName: string): string {
  const { slug, projectId, group } = server
  return group === null ? `${slug}/${toolName}` : `group ${projectId}/${group}/${toolName}`
}

function membersOf(one: CatalogServer, servers: readonly CatalogServer[]): string[] {
  return servers
    .filter((server) => server.group === one.group && server.projectId === one.projectId)
    .map((server) => server.slug)
}

function sameSchema(one: CheckedTool, other: CheckedTool): boolean {
  return canonicalJson(one.definition?.inputSchema) === canonicalJson(other.definition?.inputSchema)
}

function canonicalJson(value: unknown): string {
  return JSON.stringify(value, (_key, inner: unknown) =>
    typeof inner === 'object' && inner !== null && !Array.isArray(inner)
      ? Object.fromEntries(Object.entries(inner).sort(([a], [b]) => (a < b ? -1 : 1)))
      : inner,
  )
}

function thingOf(offer: Offer): NamedThing {
  return { key: offer.key, owner: offer.owner.name, name: offer.checked.name, reserved: offer.reserved }
}

function ownNames(offers: readonly Offer[]): NameAssignment {
  return {
    publicNames: new Map(offers.map((offer) => [offer.key, offer.checked.name])),
    aliases: new Map(),
    clashes: new Map(),
  }
}

class FrozenView implements CatalogView {
  readonly scope: Scope
  readonly prompts: PromptCatalog
  readonly resources: ResourceCatalog
  readonly #tools: FrozenList<ListedTool>
  readonly #routes: ReadonlyMap<string, ToolRoute>

  constructor(
    scope: Scope,
    tools: FrozenList<ListedTool>,
    routes: ReadonlyMap<string, ToolRoute>,
    prompts: PromptCatalog,
    resources: ResourceCatalog,
  ) {
    this.scope = scope
    this.prompts = prompts
    this.resources = resources
    this.#tools = tools
    this.#routes = routes
  }

  get tools(): readonly ListedTool[] {
    return this.#tools.entries
  }

  get toolsJson(): string {
    return this.#tools.json
  }

  get hash(): string {
    return this.#tools.hash
  }

  find(name: string): ToolRoute | undefined {
    return this.#routes.get(name)
  }
}
