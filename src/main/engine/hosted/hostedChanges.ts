/** Previews, applies and undoes changes to a hosted server. */
import { AppError, isErrorCode } from '#contract/errors'
import type { HostedChange, HostedChangePreview } from '#contract/hosting/registration'
import { isContainer } from '#contract/servers/transports'
import { errorIn } from '#contract/servers/errorIn'
import { differencesOf, type HostedDefinition, type HostedSettings, settingsOf } from '#engine/hosted/hostedSettings'
import { checkFolders } from '#engine/hosted/checkFolders'
import { cameUp, comingUpMs, isRefusal } from '#engine/hosted/registration'
import type { Containers } from '#engine/hosting/containers'
import type { Clock } from '#engine/ports'
import { Removed } from '#engine/registry/changes/removed'
import type { Relaunch, ServerChanges } from '#engine/registry/changes/serverChanges'
import type { ServerRegistry } from '#engine/registry/serverRegistry'
import type { ServerDefinition } from '#engine/store/servers/serverRow'

export interface HostedChangesOptions {
  readonly registry: ServerRegistry
  readonly servers: Pick<ServerChanges, 'relaunch'>
  readonly containers: Containers
  readonly clock: Clock
}

export class HostedChanges {
  readonly #options: HostedChangesOptions
  /** Each server's settings before its last change, by server id. */
  readonly #before = new Removed<HostedSettings>(50)

  constructor(options: HostedChangesOptions) {
    this.#options = options
  }

  async preview(definition: HostedDefinition, change: HostedChange): Promise<HostedChangePreview> {
    const before = settingsOf(definition)
    const after = await changed(before, change)
    return {
      differences: differencesOf(before, after),
      restarts: before.launch !== after.launch,
      left_volumes: before.launch.volumes.filter((path) => !after.launch.volumes.includes(path)),
    }
  }

  async change(definition: HostedDefinition, change: HostedChange): Promise<void> {
    const before = settingsOf(definition)
    const after = await changed(before, change)
    if (differencesOf(before, after).length === 0) return
    this.#refuseTakenName(definition, after.name)
    await this.replace(definition, before, after)
    this.#before.keep(definition.id, before)
  }

  /** The former settings that an undo can restore. */
  former(): readonly HostedSettings[] {
    return this.#before.all()
  }

  async undo(definition: HostedDefinition): Promise<void> {
    const before = this.#before.get(definition.id)
    if (before === null)
      throw new AppError('NOT_FOUND', `The last change to ${definition.slug} can no longer be undone.`)
    await this.replace(definition, settingsOf(definition), before)
    this.#before.forget(definition.id)
  }

  #refuseTakenName({ id }: HostedDefinition, name: string): void {
    const { registry } = this.#options
    const others = registry.rows().filter((row) => row.id !== id && row.name === name)
    const own = new Set(registry.rows().flatMap((row) => (row.id === id ? [row.projectId] : [])))
    if (others.some(({ projectId }) => own.has(projectId)))
      throw new AppError('CONFLICT', 'The project already has a server with this name.')
  }

  /** Changes a server's launch. If the server then cannot start, the change is undone and the error is thrown. */
  async replace({ id, slug }: Pick<ServerDefinition, 'id' | 'slug'>, before: Relaunch, after: Relaunch): Promise<void> {
    const { servers, containers } = this.#options
    // Slow preparation comes first, so that the running container keeps serving until its replacement can start.
    if (after.launch !== before.launch && isContainer(after.launch)) {
      await checkFolders(after.launch)
      await containers.prepare(slug, after.launch)
    }
    await servers.relaunch(slug, after)
    if (after.launch === before.launch) return
    const error = await this.#comesUp(id, slug)
    if (error === null || !isErrorCode(error.code) || !isRefusal(error.code)) return
    await servers.relaunch(slug, before)
    await this.#comesUp(id, slug)
    throw new AppError(error.code, error.message)
  }

  /**
   * Starts the server and returns the error if that fails. Null if the server is ready, switched off, or still
   * starting.
   */
  async #comesUp(id: string, slug: string) {
    const { registry, containers, clock } = this.#options
    // A server has only one container, so the former one must finish its calls and exit first.
    await containers.gone(id)
    if (registry.reached(slug)?.row.enabled !== true) return null
    const connection = registry.connection(slug)
    connection.start()
    return errorIn(await cameUp(connection, clock, comingUpMs))
  }
}

/** Loads the registration's schemas only for a change: most runs of the engine change nothing. */
async function changed(before: HostedSettings, change: HostedChange): Promise<HostedSettings> {
  const { changedHosting } = await import('#engine/hosted/changedHosting')
  return changedHosting(before, change)
}
