/**
 * What servers offer: every tool of a server by itself, and the equal tools of a group as one. Those of a server by
 * itself are made once for its listing, so that a toggle among thousands of tools makes few of them anew.
 */
import type { NamedThing } from '#engine/policies/naming'
import type { CatalogServer, LeftOut } from '#engine/registry/catalog'
import type { CheckedTool } from '#engine/registry/checkedTool'
import type { ToolOwner } from '#engine/registry/listedTools'
import type { Scope } from '#engine/registry/scope'
import type { RouteMember } from '#engine/registry/toolRoute'

export interface Offer {
  readonly thing: NamedThing
  readonly owner: ToolOwner
  readonly checked: CheckedTool
  readonly members: readonly RouteMember[]
}

type GroupOffer = Offer & { readonly members: RouteMember[] }

interface ServerOffers {
  readonly slug: string
  readonly reserved: boolean
  readonly addressed: boolean
  readonly offers: readonly Offer[]
}

export class Offers {
  readonly #made = new WeakMap<readonly CheckedTool[], ServerOffers>()

  /** Equal tools of one group are borne by the first member; whoever differs is left out. */
  collect(scope: Scope, servers: readonly CatalogServer[], leftOut: LeftOut[]): Offer[] {
    const collected: Offer[] = []
    const grouped = new Map<string, GroupOffer>()
    // Under its own address a server's addresses are left alone.
    const addressed = scope.kind !== 'server'
    for (const server of servers) {
      const { group, switchedOff } = server
      if (group === null)
        for (const offer of this.#ofServer(server, addressed)) {
          if (!switchedOff.has(offer.checked.name)) collected.push(offer)
        }
      else
        for (const checked of server.tools) {
          if (checked.definition === null || switchedOff.has(checked.name)) continue
          const key = offerKey(server, checked.name)
          const known = grouped.get(key)
          if (known === undefined) {
            const owner = {
              name: group,
              members: membersOf(server, servers),
              addressOf: addressed ? server.slug : null,
            }
            const offer = { ...offerOf(key, server, checked, owner), members: [memberOf(server, checked)] }
            grouped.set(key, offer)
            collected.push(offer)
          } else if (sameSchema(known.checked, checked)) known.members.push(memberOf(server, checked))
          else leftOut.push(difference(server, checked, known))
        }
    }
    return collected
  }

  #ofServer(server: CatalogServer, addressed: boolean): readonly Offer[] {
    const { slug, tools, reserved = false } = server
    const known = this.#made.get(tools)
    if (known?.slug === slug && known.reserved === reserved && known.addressed === addressed) return known.offers
    const owner: ToolOwner = { name: slug, members: null, addressOf: addressed ? slug : null }
    const offers = tools
      .filter((checked) => checked.definition !== null)
      .map((checked) => offerOf(offerKey(server, checked.name), server, checked, owner))
    this.#made.set(tools, { slug, reserved, addressed, offers })
    return offers
  }
}

/** What a name is assigned to: a tool of one server, or the equal tools of a group. */
export function offerKey(server: Pick<CatalogServer, 'slug' | 'projectId' | 'group'>, toolName: string): string {
  const { slug, projectId, group } = server
  return group === null ? `${slug}/${toolName}` : `group ${projectId}/${group}/${toolName}`
}

function offerOf(key: string, server: CatalogServer, checked: CheckedTool, owner: ToolOwner): Offer {
  const thing = { key, owner: owner.name, name: checked.name, reserved: server.reserved === true }
  return { thing, owner, checked, members: [memberOf(server, checked)] }
}

function memberOf({ slug }: CatalogServer, { name }: CheckedTool): RouteMember {
  return { slug, original: name }
}

function membersOf(one: CatalogServer, servers: readonly CatalogServer[]): string[] {
  return servers
    .filter((server) => server.group === one.group && server.projectId === one.projectId)
    .map((server) => server.slug)
}

function difference(server: CatalogServer, checked: CheckedTool, { owner, members }: Offer): LeftOut {
  const reason = `Its input differs from that of ${members[0]?.slug ?? ''}, which offers it for the group ${owner.name}.`
  return { slug: server.slug, toolName: checked.name, reason }
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
