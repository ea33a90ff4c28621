/** Changes the settings and the launch of a server, stored first. What a file says of its servers is changed in the file alone. */
import { givenFields } from '#engine/policies/givenFields'
import { AppError } from '#contract/errors'
import type { Launch, LaunchChange, ServerChange, ServerSnapshot } from '#contract/server'
import { changedLaunch, isSameLaunch } from '#engine/registry/serverChange'
import type { ServerRegistry } from '#engine/registry/serverRegistry'
import type { KeepSecrets } from '#engine/secrets/receivedSecrets'
import { plainSecrets } from '#engine/secrets/secretPlaces'
import type { ServerStore } from '#engine/store/serverStore'
import type { ServerPatch, ServerRow } from '#engine/store/serverRow'

export interface ServerUpdatesOptions {
  readonly store: Pick<ServerStore, 'update'>
  readonly registry: Pick<ServerRegistry, 'projects' | 'held' | 'get' | 'changeMany' | 'relaunch'>
  readonly keepSecrets: KeepSecrets
}

export class ServerUpdates {
  readonly #options: ServerUpdatesOptions

  constructor(options: ServerUpdatesOptions) {
    this.#options = options
  }

  async update(slug: string, { launch: wanted, ...settings }: ServerChange): Promise<ServerSnapshot> {
    const { store, registry, keepSecrets } = this.#options
    const { row } = registry.held(slug)
    this.#refuseFile(row)
    // Not as a part of the change: a keychain may ask a person, and nothing else shall wait for the answer.
    const given = launchOf(row, wanted)
    const kept = given === null ? null : await keepSecrets({ ...row, launch: given })
    const launch = kept?.launch ?? null
    await registry.changeMany(async () => {
      const now = registry.held(slug).row
      if (now.id !== row.id || (launch !== null && now.launch !== row.launch))
        throw new AppError('CONFLICT', `The server ${slug} was changed meanwhile. Look at it again.`)
      const set = givenFields(settings)
      // Another launch may be of another server, which asks nothing.
      const isNew = launch !== null && !isSameLaunch({ launch }, now)
      const patch: ServerPatch = isNew ? { ...set, launch, asksCallers: false } : set
      return { appeared: [], replaced: [await store.update(row.id, patch)], disappeared: [] }
    })
    if (kept !== null && kept.newValues.size > 0 && isSameLaunch(kept, row)) registry.relaunch(slug)
    return registry.get(slug)
  }

  #refuseFile({ slug, projectId }: ServerRow): void {
    const file = this.#options.registry.projects().find(({ id }) => id === projectId)?.file ?? null
    if (file !== null)
      throw new AppError('CONFLICT', `The server ${slug} is written in a file. Change it there: ${file}`)
  }
}

/** What is in clear since there was no vault goes into it with whatever change comes next. */
function launchOf({ launch }: ServerRow, wanted: LaunchChange | undefined): Launch | null {
  if (wanted !== undefined) return changedLaunch(launch, wanted)
  return plainSecrets(launch).length > 0 ? launch : null
}
