/** What becomes of remembered decisions when servers become one. Pure. */
import type { DecisionRow } from '#engine/store/decisionStore'

export interface DecidedServer {
  readonly id: string
  readonly projectIds: readonly string[]
}

/**
 * Nothing is allowed where it was not before: an allowance that held everywhere holds in the projects in which its server
 * was. A denial holds everywhere, as it did.
 */
export function unitedDecisions(
  rows: readonly DecisionRow[],
  stays: DecidedServer,
  others: readonly DecidedServer[],
  makeId: () => string,
): { readonly removed: readonly DecisionRow[]; readonly added: readonly DecisionRow[] } {
  const concerned = [stays, ...others].flatMap((server) =>
    rows
      .filter((row) => row.serverId === server.id)
      .map((row) => ({ row, after: after(row, server, stays.id, makeId) })),
  )
  const changed = concerned.filter(({ row, after: [first] }) => first !== row)
  return { removed: changed.map(({ row }) => row), added: changed.flatMap((one) => one.after) }
}

function after(row: DecisionRow, server: DecidedServer, serverId: string, makeId: () => string): DecisionRow[] {
  if (row.effect === 'allow' && row.scope === 'always')
    return server.projectIds.map((projectId) => ({ ...row, id: makeId(), serverId, scope: 'project', projectId }))
  return row.serverId === serverId ? [row] : [{ ...row, id: makeId(), serverId }]
}
