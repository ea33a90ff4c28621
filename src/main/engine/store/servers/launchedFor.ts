/** The key under which facts about one of a server's launches are stored. Pure. */
import { referencesIn } from '#engine/secrets/references'
import type { ServerRow } from '#engine/store/servers/serverRow'

/**
 * The key, used together with the server's id. A launch that refers to secrets is keyed by its project, because its
 * values differ by project and must not get into the store. Any other launch has an empty key.
 */
export function launchedFor({ launch, projectId }: Pick<ServerRow, 'launch' | 'projectId'>): string {
  return referencesIn(launch).length > 0 ? projectId : ''
}
