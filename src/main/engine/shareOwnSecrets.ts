/**
 * Runs at engine start. Logs which vault is used. If it is the shared one, copies this engine's own secrets into it.
 * The copy is made once, so a secret that is removed later does not come back.
 */
import { messageOf } from '#contract/errors'
import { keptKeyItem } from '#engine/chat/models/keptKey'
import type { ModelSource } from '#engine/chat/models/modelSource'
import { storeIdOf } from '#engine/filesOfStore'
import type { Ports } from '#engine/ports'
import type { EngineVaults } from '#engine/secrets/engineVaults'
import { valueItem } from '#engine/secrets/projectSecrets'
import type { SharedVault } from '#engine/secrets/vaults/sharedVault'
import { isFileProject } from '#engine/store/servers/projectStore'
import type { Store } from '#engine/store/openStore'

export interface ShareParts {
  readonly vaults: EngineVaults
  readonly store: Pick<Store, 'secrets' | 'settings'>
  readonly modelSource: Pick<ModelSource, 'hasChosen'>
}

/** Runs before any server starts, because a later change would restart servers. */
export async function shareOwnSecrets(ports: Pick<Ports, 'log' | 'holdVaults'>, parts: ShareParts): Promise<void> {
  const { log, holdVaults = false } = ports
  const { shared } = parts.vaults
  await shared?.changedItems()
  const { kind, note } = await parts.vaults.state()
  switch (kind) {
    case 'own':
      return
    case 'apart':
      return log.info({}, note ?? '')
    case 'closed':
      return log.warn({}, note ?? '')
    case 'shared':
      log.info({}, 'secrets are in the vault shared by the engines on this database')
      if (shared !== null && !holdVaults)
        await copyOnce(ports, parts, shared).catch((thrown: unknown) =>
          log.warn(
            { reason: messageOf(thrown) },
            "the secrets in this engine's own vault could not be copied into the shared one; the next start tries again",
          ),
        )
  }
}

async function copyOnce({ log }: Pick<Ports, 'log'>, { vaults, store, modelSource }: ShareParts, shared: SharedVault) {
  const { ofFiles: own } = vaults
  const doneItem = `shared/${await storeIdOf(store.settings)}`
  if ((await own.get(doneItem)) !== null) return
  const named = (await store.secrets.list()).filter(({ projectId }) => !isFileProject(projectId))
  const copied: string[] = []
  const others: string[] = []
  for (const item of [...named.map(valueItem), keptKeyItem]) {
    const value = await own.get(item)
    if (value === null || (item === keptKeyItem && !modelSource.hasChosen(value))) continue
    if (await shared.add(item, value)) copied.push(item)
    else if ((await shared.get(item)) !== value) others.push(item)
  }
  await own.set(doneItem, 'copied')
  if (copied.length > 0) log.info({ copied }, "this engine's secrets were copied into the shared vault")
  if (others.length > 0)
    log.warn({ others }, 'the shared vault has different values for these secrets; they are used from now on')
}
