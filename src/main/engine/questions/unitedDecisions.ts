/** Decides what happens to remembered decisions when servers are united. Pure. */
import type { DecisionRow } from '#engine/store/decisionStore'

export interface DecidedServer {
  readonly id: string
  readonly projectIds: readonly string[]
}

/**
 * Uniting servers never allows a call that was not allowed before. An allowance for everywhere becomes one for the
 * projects that its server was in. A denial still applies everywhere.
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
