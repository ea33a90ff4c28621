/** For which of its projects a server is launched as it is. Pure. */
import { referencesIn } from '#engine/secrets/references'
import type { ServerRow } from '#engine/store/servers/serverRow'

/**
 * What a server was seen to be is kept under this, beside its id. Nothing of what a reference stands for may get into the
 * store, so that a launch with references counts as that of its project, whatever they are filled with.
 */
export function launchedFor({ launch, projectId }: Pick<ServerRow, 'launch' | 'projectId'>): string {
  return referencesIn(launch).length > 0 ? projectId : ''
}
