/**
 * Removes the secrets that came with servers which are gone. A removal can be taken back as long as its engine runs, so
 * this is done when an engine closes, and when one opens after another that could not.
 */
import { messageOf } from '#contract/errors'
import type { Clock, Log } from '#engine/ports'
import type { ProjectSecrets } from '#engine/secrets/projectSecrets'
import type { SecretRow } from '#engine/store/secretStore'
import type { ServerStore } from '#engine/store/serverStore'

/** A keychain that waits for somebody to unlock it must not keep an engine from closing. */
const patienceMs = 5_000

export async function findLeftSecrets(
  secrets: ProjectSecrets,
  servers: Pick<ServerStore, 'list'>,
  log: Log,
): Promise<readonly SecretRow[]> {
  try {
    const owned = await secrets.ownedByServers()
    if (owned.length === 0) return []
    const ids = new Set((await servers.list()).map((row) => row.id))
    return owned.filter(({ serverId }) => serverId !== null && !ids.has(serverId))
  } catch (error) {
    log.warn({ reason: messageOf(error) }, 'the secrets of removed servers cannot be looked for')
    return []
  }
}

/** What cannot be removed now is left for the next time. */
export function removeLeftSecrets(
  left: readonly SecretRow[],
  secrets: ProjectSecrets,
  clock: Clock,
  log: Log,
): Promise<void> {
  if (left.length === 0) return Promise.resolve()
  return new Promise((resolve) => {
    const timer = clock.after(patienceMs, resolve)
    secrets
      .discard(left)
      .catch((error: unknown) =>
        log.warn({ reason: messageOf(error) }, 'secrets of removed servers are still in the vault'),
      )
      .finally(() => {
        timer.cancel()
        resolve()
      })
  })
}
