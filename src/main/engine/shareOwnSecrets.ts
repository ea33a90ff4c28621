/**
 * At the start of an engine: says which vault it uses, and where that is the one of all engines on its database, copies into
 * it what this engine kept in its own before. Once: a secret that is removed later does not come back from there.
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

/** Before any server is started: what changes from then on starts it anew. */
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
      log.info({}, 'secrets are in the vault that the engines on this database share')
      if (shared !== null && !holdVaults)
        await copyOnce(ports, parts, shared).catch((thrown: unknown) =>
          log.warn(
            { reason: messageOf(thrown) },
            'secrets that this engine kept in its own vault are not copied into the shared one; the next start tries again',
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
  if (copied.length > 0) log.info({ copied }, 'secrets of this engine were copied into the shared vault')
  if (others.length > 0)
    log.warn(
      { others },
      'the shared vault has other values of these secrets than this engine had; they are used from now on',
    )
}
