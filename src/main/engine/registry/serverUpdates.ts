/** Changes the settings and the launch of a server, stored first. What a file says of its servers is changed in the file alone. */
import { AppError } from '#contract/errors'
import type { Launch, LaunchChange, ServerChange, ServerSnapshot } from '#contract/server'
import { changedLaunch, isSameLaunch } from '#engine/registry/serverChange'
import type { ServerRegistry } from '#engine/registry/serverRegistry'
import type { KeepSecrets } from '#engine/secrets/receivedSecrets'
import type { ServerPatch, ServerRow, ServerStore } from '#engine/store/serverStore'

export interface ServerUpdatesOptions {
  readonly store: Pick<ServerStore, 'update'>
  readonly registry: Pick<ServerRegistry, 'projects' | 'held' | 'get' | 'changeMany'>
  readonly keepSecrets: KeepSecrets
}

export class ServerUpdates {
  readonly #options: ServerUpdatesOptions

  constructor(options: ServerUpdatesOptions) {
    this.#options = options
  }

  async update(slug: string, { launch: wanted, ...settings }: ServerChange): Promise<ServerSnapshot> {
    const { store, registry } = this.#options
    const { row } = registry.held(slug)
    this.#refuseFile(row)
    // Not as a part of the change: a keychain may ask a person, and nothing else shall wait for the answer.
    const launch = wanted === undefined ? null : await this.#launch(row, wanted)
    await registry.changeMany(async () => {
      const now = registry.held(slug).row
      if (now.id !== row.id || (launch !== null && now.launch !== row.launch))
        throw new AppError('CONFLICT', `The server ${slug} was changed meanwhile. Look at it again.`)
      const given = Object.fromEntries(Object.entries(settings).filter(([, value]) => value !== undefined))
      // Another launch may be of another server, which asks nothing.
      const isNew = launch !== null && !isSameLaunch({ launch }, now)
      const patch: ServerPatch = isNew ? { ...given, launch, asksCallers: false } : given
      return { appeared: [], replaced: [await store.update(row.id, patch)], disappeared: [] }
    })
    return registry.get(slug)
  }

  #launch({ id, slug, projectId, launch }: ServerRow, wanted: LaunchChange): Promise<Launch> {
    return this.#options.keepSecrets({ id, slug, projectId, launch: changedLaunch(launch, wanted) })
  }

  #refuseFile({ slug, projectId }: ServerRow): void {
    const file = this.#options.registry.projects().find(({ id }) => id === projectId)?.file ?? null
    if (file !== null)
      throw new AppError('CONFLICT', `The server ${slug} is written in a file. Change it there: ${file}`)
  }
}
