/** What is callable in one scope, under which name, by which servers. A pure function of listings, toggles and naming. */
import type { CheckedEntry } from '#engine/policies/listingChecks'
import { assignNames, type NameAssignment, type NamedThing, type NamingRules } from '#engine/policies/naming'
import type { CatalogView, ListedTool } from '#engine/registry/catalogView'
import type { CheckedTool } from '#engine/registry/checkedTool'
import { type EntryText, FrozenList } from '#engine/registry/frozenList'
import type { ListedTools } from '#engine/registry/listedTools'
import { buildPrompts, type PromptCatalog } from '#engine/registry/promptCatalog'
import { buildResources, type ResourceCatalog } from '#engine/registry/resourceCatalog'
import type { Scope } from '#engine/registry/scope'
import type { ToolRoute } from '#engine/registry/toolRoute'

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

/** `servers` come in the order of their positions. */
export function buildCatalog(
  scope: Scope,
  servers: readonly CatalogServer[],
  rules: NamingRules,
  texts: ListedTools,
  previous?: Pick<Catalog, 'assignment' | 'promptAssignment'>,
): Catalog {
  const leftOut: LeftOut[] = []
  const offers = texts.offers.collect(scope, servers, leftOut)
  const things = offers.map((offer) => offer.thing)
  const assignment = scope.kind === 'server' ? ownNames(things) : assignNames(things, rules, previous?.assignment)
  const byName = new Map<string, ToolRoute>()
  const listed: EntryText<ListedTool>[] = []
  const byKey = new Map<string, ToolRoute>()
  for (const offer of offers) {
    const { key } = offer.thing
    const publicName = assignment.publicNames.get(key)
    const route: ToolRoute = {
      publicName: publicName ?? offer.checked.name,
      members: offer.members,
      group: offer.owner.members === null ? null : offer.owner.name,
    }
    byKey.set(key, route)
    if (publicName === undefined) continue
    byName.set(publicName, route)
    listed.push(texts.of(offer.checked, publicName, offer.owner))
  }
  const prompts = buildPrompts(scope, servers, rules, previous?.promptAssignment)
  const routes: Routes = { byName, byKey, aliases: assignment.aliases }
  const view = new FrozenView(scope, new FrozenList(listed), routes, prompts, buildResources(scope, servers))
  return { view, assignment, promptAssignment: prompts.assignment, leftOut }
}

function ownNames(things: readonly NamedThing[]): NameAssignment {
  return {
    publicNames: new Map(things.map(({ key, name }) => [key, name])),
    aliases: new Map(),
    clashes: new Map(),
  }
}

interface Routes {
  /** By the names that are listed. */
  readonly byName: ReadonlyMap<string, ToolRoute>
  readonly byKey: ReadonlyMap<string, ToolRoute>
  readonly aliases: NameAssignment['aliases']
}

class FrozenView implements CatalogView {
  readonly scope: Scope
  readonly prompts: PromptCatalog
  readonly resources: ResourceCatalog
  readonly #tools: FrozenList<ListedTool>
  readonly #routes: Routes

  constructor(
    scope: Scope,
    tools: FrozenList<ListedTool>,
    routes: Routes,
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
    const { byName, byKey, aliases } = this.#routes
    return byName.get(name) ?? byKey.get(aliases.get(name) ?? '')
  }
}
