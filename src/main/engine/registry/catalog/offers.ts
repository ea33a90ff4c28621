/**
 * Makes the offers: the tools of each server, with equal tools of a group merged. A server's offers are made once per
 * listing, so a toggle among thousands of tools makes none of them again.
 */
import { canonicalJson } from '#engine/policies/canonicalJson'
import {
  haveSameForms,
  type NamedThing,
  type NameForms,
  nameForms,
  type NamingRules,
} from '#engine/registry/catalog/naming/naming'
import { RecentMap } from '#engine/structures/recentMap'
import type { CatalogServer, LeftOut, ToolOwner } from '#engine/registry/catalog/catalogServer'
import type { CheckedTool } from '#engine/policies/checkedTool'
import type { OwnTool, OwnTools } from '#contract/tools/tool'

export interface Offer {
  readonly thing: NamedThing
  readonly owner: ToolOwner
  readonly checked: CheckedTool
  /** The project's own name and description for the tool; null if it has none. */
  readonly own: OwnTool | null
  readonly members: readonly OfferMember[]
}

/** A server that can take calls to the tool. */
export interface OfferMember {
  readonly slug: string
  /** The name under which the server itself knows the tool. */
  readonly original: string
}

export type OfferList = readonly Offer[]

/** Equal tools of a group. The definition comes from the first member that lists one. */
interface GroupTool {
  readonly server: CatalogServer
  readonly checked: CheckedTool
  readonly members: OfferMember[]
}

/** What offers depend on besides the server's listing. */
interface Terms {
  readonly slug: string
  /** The former slugs, joined. */
  readonly formerSlugs: string
  readonly reserved: boolean
  readonly rules: NamingRules
}

interface ServerOffers {
  readonly terms: Terms
  readonly all: OfferList
  /** Offers after switching off and renaming tools, cached by the ids of the pairs. */
  readonly decided: RecentMap<string, DecidedOffers>
}

/** A server's offers after switching off and renaming tools. */
interface DecidedOffers {
  readonly switchedOff: readonly string[]
  readonly own: OwnTools
  readonly offers: OfferList
}

/** Cache sizes. Scopes and projects differ in their terms and decisions. */
const keptTerms = 64
const keptDecided = 128

type Forms = (owner: string, name: string) => NameForms

const nothing: OfferList = []

export class Offers {
  readonly #made = new WeakMap<readonly CheckedTool[], ServerOffers[]>()

  /**
   * Returns one list per server. For a server outside of groups, it is the same array as long as nothing has changed. A
   * group's offers are in its first member's list.
   */
  collect(servers: readonly CatalogServer[], rules: NamingRules, leftOut: LeftOut[]): OfferList[] {
    const forms = nameForms(rules)
    const groups = new Map<number, Map<string, GroupTool>>()
    for (const [place, server] of servers.entries()) {
      if (server.group === null) continue
      const slot = slotOf(servers, place)
      let tools = groups.get(slot)
      if (tools === undefined) groups.set(slot, (tools = new Map<string, GroupTool>()))
      joinGroup(server, server.group, tools, leftOut)
    }
    return servers.map((server, place) => {
      const { slug, formerSlugs = [], group, reserved = false } = server
      const terms = { slug, formerSlugs: formerSlugs.join(' '), reserved, rules }
      if (group === null) return this.#ofServer(server, terms, forms)
      const tools = groups.get(place)
      return tools === undefined ? nothing : [...tools.values()].map((tool) => groupOffer(tool, group, forms))
    })
  }

  #ofServer(server: CatalogServer, terms: Terms, forms: Forms): OfferList {
    const { all, decided } = this.#madeOf(server, terms, forms)
    const { switchedOff, own, pairs } = server
    if (switchedOff.size === 0 && own.size === 0) return all
    const key = pairs.map(({ pairId }) => pairId).join(' ')
    const before = decided.get(key)
    if (before !== undefined && before.own === own && hasExactly(switchedOff, before.switchedOff)) return before.offers
    // `slice` frees spare capacity, because these lists live long.
    const left = all.filter(({ checked }) => !switchedOff.has(checked.name)).slice()
    const offers = own.size === 0 ? left : left.map((offer) => renamed(offer, own, forms))
    // Copied for the next comparison, because toggles change the original set.
    decided.set(key, { switchedOff: [...switchedOff], own, offers })
    return offers
  }

  #madeOf(server: CatalogServer, terms: Terms, forms: Forms): ServerOffers {
    const { slug, tools } = server
    let made = this.#made.get(tools)
    if (made === undefined) this.#made.set(tools, (made = []))
    const known = made.find((one) => areSame(one.terms, terms))
    if (known !== undefined) return known
    const owner: ToolOwner = { name: slug, members: null, bearer: slug }
    const all = tools
      .filter((checked) => checked.definition !== null)
      .map((checked) => offerOf(server, checked, owner, forms))
    const offers = { terms, all, decided: new RecentMap<string, DecidedOffers>(keptDecided) }
    if (made.length >= keptTerms) made.shift()
    made.push(offers)
    return offers
  }
}

/**
 * The index at which a server's offers appear. For a group member, that is the index of the group's first member,
 * even if that member has listed nothing.
 */
export function slotOf(servers: readonly CatalogServer[], place: number): number {
  const one = servers[place]
  if (one === undefined || one.group === null) return place
  return servers.findIndex(({ group, projectId }) => group === one.group && projectId === one.projectId)
}

/** Adds a server's tools to its group: equal tools are merged, and tools that differ are left out. */
function joinGroup(server: CatalogServer, group: string, tools: Map<string, GroupTool>, leftOut: LeftOut[]): void {
  for (const checked of server.tools) {
    if (checked.definition === null || server.switchedOff.has(checked.name)) continue
    const known = tools.get(checked.name)
    if (known === undefined) tools.set(checked.name, { server, checked, members: [memberOf(server, checked)] })
    else if (sameSchema(known.checked, checked)) known.members.push(memberOf(server, checked))
    else leftOut.push(difference(server, checked, group, known))
  }
}

function groupOffer({ server, checked, members }: GroupTool, name: string, forms: Forms): Offer {
  const owner = { name, members: members.map(({ slug }) => slug), bearer: server.slug }
  return renamed({ ...offerOf(server, checked, owner, forms), members }, server.own, forms)
}

/** Applies the project's own name for a tool. The key stays the same, because the tool does. */
function renamed(offer: Offer, names: OwnTools, forms: Forms): Offer {
  const { checked, owner, thing } = offer
  const own = names.get(checked.name)
  if (own === undefined) return offer
  if (own.name === null) return { ...offer, own }
  const formerly = [thing.qualified, ...(thing.formerly ?? [])]
  return { ...offer, own, thing: { ...thing, name: own.name, ...forms(owner.name, own.name), formerly } }
}

function hasExactly(set: ReadonlySet<string>, members: readonly string[]): boolean {
  return set.size === members.length && members.every((name) => set.has(name))
}

/** The key that a name is assigned to: one tool of a server, or the equal tools of a group. */
export function offerKey(server: Pick<CatalogServer, 'slug' | 'projectId' | 'group'>, toolName: string): string {
  const { slug, projectId, group } = server
  return group === null ? `${slug}/${toolName}` : `group ${projectId}/${group}/${toolName}`
}

function areSame(one: Terms, other: Terms): boolean {
  if (one.slug !== other.slug || one.formerSlugs !== other.formerSlugs || one.reserved !== other.reserved) return false
  return haveSameForms(one.rules, other.rules)
}

function offerOf(server: CatalogServer, checked: CheckedTool, owner: ToolOwner, forms: Forms): Offer {
  const { name } = checked
  const formerly = (server.formerSlugs ?? []).map((slug) => forms(slug, name).qualified)
  const thing = {
    key: offerKey(server, name),
    name,
    ...forms(owner.name, name),
    reserved: server.reserved === true,
    ...(formerly.length > 0 && { formerly }),
  }
  return { thing, owner, checked, own: null, members: [memberOf(server, checked)] }
}

function memberOf({ slug }: CatalogServer, { name }: CheckedTool): OfferMember {
  return { slug, original: name }
}

function difference(server: CatalogServer, checked: CheckedTool, group: string, { members }: GroupTool): LeftOut {
  const reason = `Its input schema differs from that of ${members[0]?.slug ?? ''}, which offers the tool for the group ${group}.`
  return { slug: server.slug, toolName: checked.name, reason }
}

function sameSchema(one: CheckedTool, other: CheckedTool): boolean {
  return canonicalJson(one.definition?.inputSchema) === canonicalJson(other.definition?.inputSchema)
}
