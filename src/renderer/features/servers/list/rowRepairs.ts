/** The error and the repairs that a row of the list shows. Pure. */
import type { Repair } from '#contract/servers/repair'
import type { ServerSnapshot } from '#contract/servers/server'
import { serverError } from '#renderer/model/servers/serverStatus.ts'
import { onlyLacksSignIn } from '#renderer/model/servers/signInStatus.ts'
import { withoutGeneral } from '#renderer/parts/server/repair/repairActions.ts'

/** How many repairs a row shows. The server's page shows all of them. */
const maxRepairs = 2

/** Returns null if all is well, or if only a sign-in is missing. */
export function rowError(server: ServerSnapshot) {
  return onlyLacksSignIn(server) ? null : serverError(server)
}

export function rowRepairs(server: ServerSnapshot): readonly Repair[] {
  return withoutGeneral(rowError(server)?.repairs ?? []).slice(0, maxRepairs)
}
