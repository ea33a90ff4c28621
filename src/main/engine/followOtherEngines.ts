/**
 * Makes the right part of the engine read data again after another engine on the database has changed it. If a newer
 * version has changed the tables, nothing is read, because this engine cannot continue.
 */
import { AppError } from '#contract/errors'
import type { Access } from '#engine/access/access'
import type { Background } from '#engine/background'
import { keptKeyItem } from '#engine/chat/models/keptKey'
import type { ModelSource } from '#engine/chat/models/modelSource'
import type { Settings } from '#engine/engineSettings'
import type { EventHub } from '#engine/events'
import type { Log } from '#engine/ports'
import type { Decisions } from '#engine/questions/decisions'
import type { ChangeWriter } from '#engine/registry/changes/changeWriter'
import { reloadServers } from '#engine/registry/changes/reloadServers'
import type { ServerRegistry } from '#engine/registry/serverRegistry'
import type { ServerSecrets } from '#engine/registry/servers/serverSecrets'
import type { EngineVaults } from '#engine/secrets/engineVaults'
import type { SignIns } from '#engine/signIn/signIns'
import { takeInSharedChanges } from '#engine/sharedChanges'
import type { Store } from '#engine/store/openStore'

export interface FollowingParts {
  readonly store: Store
  readonly registry: ServerRegistry
  readonly writer: ChangeWriter
  readonly access: Access
  readonly decisions: Decisions
  readonly settings: Settings
  readonly secrets: ServerSecrets
  readonly signIns: Pick<SignIns, 'takeIn'>
  readonly vaults: Pick<EngineVaults, 'shared'>
  readonly modelSource: ModelSource
  readonly events: Pick<EventHub, 'publish'>
  readonly background: Background
  readonly log: Log
}

/** `outdated` is called with the reason if this engine cannot continue. */
export function followOtherEngines(parts: FollowingParts, outdated: (error: AppError) => void): void {
  const { store, registry, writer, access, decisions, settings, events, background, log } = parts
  const current = (read: () => Promise<unknown>) => async () => {
    try {
      await store.refuseNewer()
    } catch (thrown) {
      if (thrown instanceof AppError && thrown.code === 'STORE_TOO_NEW') return outdated(thrown)
      throw thrown
    }
    await read()
  }
  takeInSharedChanges({
    store,
    background,
    reload: {
      version: current(() => Promise.resolve()),
      access: current(() => access.reload()),
      decisions: current(() => decisions.reload()),
      servers: current(() => reloadServers({ store, registry, writer })),
      settings: current(async () => {
        await settings.reload(log)
        await reloadModelSource(parts)
      }),
      vault: current(async () => {
        const items = (await parts.vaults.shared?.changedItems()) ?? []
        await parts.secrets.takeIn(items)
        await parts.signIns.takeIn(items)
        if (items.includes(keptKeyItem)) await reloadModelSource(parts)
        events.publish({ type: 'secrets.changed' })
      }),
    },
  })
}

async function reloadModelSource({ modelSource, events }: FollowingParts): Promise<void> {
  await modelSource.reload()
  events.publish({ type: 'models.changed' })
}
