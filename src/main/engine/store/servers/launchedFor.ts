/** For which project a server is launched in its current way. Pure. */
import { referencesIn } from '#engine/secrets/references'
import type { ServerRow } from '#engine/store/servers/serverRow'

/**
 * The key, beside the server's id, under which facts observed about it are stored. The values of references must not
 * get into the store, so a launch with references counts as its project's own, whatever the values are.
 */
export function launchedFor({ launch, projectId }: Pick<ServerRow, 'launch' | 'projectId'>): string {
  return referencesIn(launch).length > 0 ? projectId : ''
}
