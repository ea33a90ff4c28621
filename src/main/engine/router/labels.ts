/** Which members of a group are tried for a call, in which order: whose turn it is, and who has the labels that are asked for. */
import type { CallableServer } from '#engine/connections/callable'
import { preferLabelled, roundRobin } from '#engine/policies/loadBalancing'
import type { RouteMember, ToolRoute } from '#engine/registry/toolRoute'

/** A tier is turned to only when no member of those before it can take the call. */
export type Tiers = readonly (readonly RouteMember[])[]

export class MemberOrder {
  readonly #servers: { enabledServer(slug: string): CallableServer | null }
  /** By members and tool: it goes on when the catalog is built anew. */
  readonly #turns = new Map<string, number>()

  constructor(servers: { enabledServer(slug: string): CallableServer | null }) {
    this.#servers = servers
  }

  of(route: ToolRoute, prefer: readonly string[] | undefined): Tiers {
    const { members } = route
    if (members.length < 2) return [members]
    if (prefer === undefined) return [this.#inTurn(members, route)]
    const labelsOf = ({ slug }: RouteMember) => this.#servers.enabledServer(slug)?.row.labels ?? []
    const { preferred, others } = preferLabelled(members, prefer, labelsOf)
    const tiers = [preferred, others].filter((tier) => tier.length > 0)
    return tiers.map((tier) => this.#inTurn(tier, route))
  }

  /** Those with a label take turns among themselves, so that the calls of all others do not disturb their order. */
  #inTurn(tier: readonly RouteMember[], { publicName, members }: ToolRoute): readonly RouteMember[] {
    if (tier.length < 2) return tier
    // Groups of two projects may have one name; their servers have not.
    const [first] = tier
    const key = `${first?.slug ?? ''} ${tier.length === members.length ? '' : tier.map(({ slug }) => slug).join()} ${publicName}`
    const turn = this.#turns.get(key) ?? 0
    this.#turns.set(key, turn + 1)
    return roundRobin(tier, turn)
  }
}
