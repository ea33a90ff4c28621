/** The row of a server that is new: at the end of all, under a slug that is free. Pure. */
import type { NewServer } from '#contract/servers/server'
import { slugFor } from '#engine/policies/slug'
import type { ServerRow } from '#engine/store/servers/serverRow'

export interface NewRowFacts {
  readonly id: string
  readonly projectId: string
  readonly now: number
  /** Those that no new server may have. */
  readonly takenSlugs: ReadonlySet<string>
  /** The servers there are. */
  readonly others: readonly ServerRow[]
}

export function newServerRow(server: NewServer, facts: NewRowFacts): ServerRow {
  const { id, projectId, now, takenSlugs, others } = facts
  return {
    ...server,
    id,
    projectId,
    slug: slugFor(server.name, takenSlugs),
    productId: null,
    position: Math.max(0, ...others.map((row) => row.position)) + 1,
    asksCallers: false,
    era: null,
    fileSwitches: null,
    createdAt: now,
    updatedAt: now,
  }
}
