/**
 * Removes the secrets of projects and servers that are gone. A removal can be undone while its engine is running, so
 * this happens when an engine closes. If the engine could not do it, the next one does when it opens.
 */
import { messageOf } from '#contract/errors'
import type { Clock, Log } from '#engine/ports'
import type { ProjectSecrets } from '#engine/secrets/projectSecrets'
import type { SecretRow } from '#engine/store/secretStore'
import { settledWithin } from '#engine/structures/waits'
import { isFileProject, type ProjectStore } from '#engine/store/servers/projectStore'
import type { ServerStore } from '#engine/store/servers/serverStore'

/**
 * How long secrets are kept on a shared database: another engine may still undo the removal, or may be about to add
 * the server after its secrets.
 */
const graceMs = 24 * 3_600_000
/** How long to wait for a keychain that has to be unlocked, so that the engine can close. */
const patienceMs = 5_000

export interface LeftSecretsOptions {
  readonly servers: Pick<ServerStore, 'list'>
  readonly projects: Pick<ProjectStore, 'list'>
  readonly clock: Pick<Clock, 'now'>
  readonly log: Log
  /** Whether other engines may use this database. */
  readonly isShared: boolean
}

export async function findLeftSecrets(
  secrets: ProjectSecrets,
  { servers, projects, clock, log, isShared }: LeftSecretsOptions,
): Promise<readonly SecretRow[]> {
  try {
    const all = await secrets.all()
    if (all.length === 0) return []
    const serverIds = new Set((await servers.list()).map(({ definition }) => definition.id))
    const projectIds = new Set((await projects.list()).map((project) => project.id))
    const setBefore = isShared ? clock.now() - graceMs : Infinity
    return all.filter(({ serverId, projectId, updatedAt }) => {
      if (updatedAt > setBefore) return false
      return serverId === null ? !projectIds.has(projectId) && !isFileProject(projectId) : !serverIds.has(serverId)
    })
  } catch (error) {
    log.warn({ reason: messageOf(error) }, 'the secrets of removed servers and projects could not be looked up')
    return []
  }
}

/** Removes secrets. What cannot be removed now is left for the next time. */
export async function removeLeftSecrets(
  left: readonly SecretRow[],
  secrets: ProjectSecrets,
  clock: Clock,
  log: Log,
): Promise<void> {
  if (left.length === 0) return
  const removal = secrets
    .discard(left)
    .catch((error: unknown) =>
      log.warn({ reason: messageOf(error) }, 'secrets of removed servers and projects are still in the vault'),
    )
  await settledWithin(clock, patienceMs, removal)
}
