/** Adds to an import's candidates the problems that they have in the target project. */
import type { FoundCandidate } from '#contract/clients/client'
import type { MergedEntry } from '#engine/clients/mergeEntries'
import type { ServerImports } from '#engine/registry/changes/serverImports'

export async function checked(
  imports: ServerImports,
  entries: readonly MergedEntry[],
  projectId: string,
): Promise<FoundCandidate[]> {
  const names = entries.map(({ candidate }) => candidate.name)
  const servers = entries.map(({ server }) => server)
  const checks = await imports.check(servers, names, projectId)
  return entries.map(({ candidate, places }, place) => ({ ...candidate, ...checks[place], places: [...places] }))
}
