/** Decides which group members are tried for a call, and in which order: by availability, labels and turns. */
import type { CallableServer } from '#engine/connections/callable'
import { inTurn, preferLabelled, type Reach } from '#engine/router/targets/loadBalancing'
import type { RouteMember, ToolRoute } from '#engine/registry/catalog/toolRoute'
import type { Lanes } from '#engine/router/lanes/lanes'
import type { OneCall } from '#engine/router/calls/oneCall'
import { connectionFor } from '#engine/router/targets/readiness'

export interface MemberOrderOptions {
  readonly servers: { inUse(pairId: string): CallableServer | null }
  readonly lanes: Pick<Lanes, 'of'>
}

export class MemberOrder {
  readonly #options: MemberOrderOptions
  /** The members' turns, by tool and group of members. They survive a rebuild of the catalog. */
  readonly #turns = new Map<string, Map<string, number>>()
  #lastTurn = 0

  constructor(options: MemberOrderOptions) {
    this.#options = options
  }

  /** Returns the order for this call, and counts it as a turn of the first member. */
  of({ publicName, members }: ToolRoute, one: Pick<OneCall, 'scope' | 'call'>): readonly RouteMember[] {
    if (members.length < 2) return members
    const tiers = this.#tiers(members, one.call.prefer)
    const [preferred = members] = tiers
    // Preferred members take turns among themselves, so other calls do not disturb their order.
    const turns = this.#turnsOf(`${publicName} ${preferred.map(({ pairId }) => pairId).join()}`)
    const order = inTurn(tiers, {
      reachOf: (member) => this.#reachOf(member, one),
      lastTurnOf: ({ pairId }) => turns.get(pairId),
    })
    const [first] = order
    if (first !== undefined) turns.set(first.pairId, ++this.#lastTurn)
    return order
  }

  #tiers(members: readonly RouteMember[], prefer: readonly string[] | undefined): readonly (readonly RouteMember[])[] {
    if (prefer === undefined) return [members]
    const labelsOf = ({ pairId }: RouteMember) => this.#options.servers.inUse(pairId)?.row.labels ?? []
    const { preferred, others } = preferLabelled(members, prefer, labelsOf)
    return [preferred, others].filter((tier) => tier.length > 0)
  }

  #turnsOf(key: string): Map<string, number> {
    let turns = this.#turns.get(key)
    if (turns === undefined) this.#turns.set(key, (turns = new Map<string, number>()))
    return turns
  }

  #reachOf({ slug, pairId }: RouteMember, one: Pick<OneCall, 'scope' | 'call'>): Reach {
    const server = this.#options.servers.inUse(pairId)
    if (server === null) return 'down'
    const connection = connectionFor(one, server)
    if (connection.session !== null)
      return this.#options.lanes.of(slug, server, connection).queue.hasRoom ? 'free' : 'busy'
    const { state } = connection
    const isFirstStart = state.kind === 'stopped' || (state.kind === 'starting' && state.attempt === 1)
    return isFirstStart ? 'resting' : 'down'
  }
}
