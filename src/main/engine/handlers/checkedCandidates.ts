/** An import's candidates, with the problems that each would have in the target project. */
import type { ClientCandidate } from '#contract/clients/client'
import type { MergedEntry } from '#engine/clients/mergeEntries'
import type { ServerImports } from '#engine/registry/changes/serverImports'

export async function checked(
  imports: ServerImports,
  entries: readonly MergedEntry[],
  projectId: string,
): Promise<ClientCandidate[]> {
  const names = entries.map(({ candidate }) => candidate.name)
  const servers = entries.map(({ server }) => server)
  const checks = await imports.check(servers, names, projectId)
  return entries.map(({ candidate }, place) => ({ ...candidate, ...checks[place] }))
}
