/** Creates a new server: last in order, with an unused slug. Pure. */
import type { AddedServer } from '#contract/servers/server'
import { slugFor } from '#engine/policies/slug'
import type { ServerDefinition, ServerPair } from '#engine/store/servers/serverRow'

export interface NewServerFacts {
  readonly id: string
  readonly pairId: string
  readonly projectId: string
  readonly now: number
  /** Slugs that a new server must not get. */
  readonly takenSlugs: ReadonlySet<string>
  /** The existing servers. */
  readonly others: readonly Pick<ServerDefinition, 'position'>[]
}

export interface MadeServer {
  readonly definition: ServerDefinition
  readonly pair: ServerPair
}

export function madeServer(server: AddedServer, facts: NewServerFacts): MadeServer {
  const { id, pairId, projectId, now, takenSlugs, others } = facts
  const { projectId: _project, enabled, group, ...settings } = server
  return {
    definition: {
      ...settings,
      id,
      slug: slugFor(server.name, takenSlugs),
      formerSlugs: [],
      position: others.reduce((last, { position }) => Math.max(last, position), 0) + 1,
      asksCallers: false,
      createdAt: now,
      updatedAt: now,
    },
    pair: { pairId, projectId, productId: null, enabled, group, fileSwitches: null, addedAt: now },
  }
}
