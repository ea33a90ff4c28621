/** Hosted servers for the API and the page. Each is an ordinary server of the registry that runs in a container. */
import type { HostedHistory, HostedLogLine, HostedServer, Runtimes } from '#contract/hosting/hostedServer'
import type {
  HostedChange,
  HostedChangePreview,
  HostedRegistration,
  HostedSetup,
  IsolationAsked,
  PackageRegistration,
  PackageUpdate,
} from '#contract/hosting/registration'
import { AppError, isErrorCode } from '#contract/errors'
import { errorIn } from '#contract/servers/errorIn'
import type { ConnectionState } from '#contract/servers/server'
import { isContainer } from '#contract/servers/transports'
import { callHosted, canSee, type HostedCaller, type HostedCallParts, ownerCaller } from '#engine/hosted/hostedCall'
import type { HostedVolumes } from '#engine/hosted/hostedVolumes'
import { type HostedDefinition, setupOf, settingsOf } from '#engine/hosted/hostedSettings'
import { checkFolders } from '#engine/hosted/checkFolders'
import { HostedChanges } from '#engine/hosted/hostedChanges'
import { HostedPackages, type HostedPackagesOptions } from '#engine/hosted/hostedPackages'
import { cameUp, comingUpMs, type HostedAsked, isRefusal, serverOf } from '#engine/hosted/registration'
import { type HostedFacts, hostedSnapshot, shownCrash, timeText } from '#engine/hosted/snapshot'
import { type UsageHistory, usageOf } from '#engine/hosted/usageHistory'
import { isWeaker } from '#contract/hosting/hostedWords'
import { automaticProvider } from '#engine/hosting/choice'
import type { Containers } from '#engine/hosting/containers'
import type { PackageInstaller } from '#engine/hosting/packages/packageInstaller'
import { runElsewhere } from '#engine/hosting/wish'
import type { PackageIndex } from '#engine/packages/packageIndex'
import { slugFor } from '#engine/policies/slug'
import type { Clock } from '#engine/ports'
import type { ServerChanges } from '#engine/registry/changes/serverChanges'
import { projectToKeepIn } from '#engine/registry/projects/namedProject'
import type { ServerRegistry } from '#engine/registry/serverRegistry'
import type { ProjectSecrets } from '#engine/secrets/projectSecrets'
import type { ServerDefinition } from '#engine/store/servers/serverRow'
import type { WorkspaceRow, WorkspaceStore } from '#engine/store/servers/workspaceStore'

export interface HostedServersOptions extends HostedCallParts {
  readonly registry: ServerRegistry
  readonly servers: ServerChanges
  readonly secrets: Pick<ProjectSecrets, 'list' | 'remove'>
  readonly containers: Containers
  readonly volumes: HostedVolumes
  readonly usage: UsageHistory
  readonly store: WorkspaceStore
  /** This engine's name, as stored in rows. */
  readonly engine: string
  readonly clock: Clock
  readonly index: Pick<PackageIndex, 'find'>
  readonly installer: PackageInstaller
  readonly images: HostedPackagesOptions['images']
  readonly background: { run(what: string, work: () => Promise<unknown>): void }
}

/** The runtime's facts about a server's container, and the server's definition. */
interface Measured extends Pick<HostedFacts, 'live' | 'usage' | 'volumes'> {
  readonly definition: HostedDefinition
}

const healthy = { isSilent: false, isInCrashLoop: false, isBusy: false }
const down: ConnectionState = { kind: 'stopped' }

export class HostedServers {
  readonly #options: HostedServersOptions
  /** The slugs of removed servers, by server id. */
  readonly #removed = new Map<string, string>()

  readonly #changes: HostedChanges
  readonly packages: HostedPackages
  #installing = 0

  constructor(options: HostedServersOptions) {
    this.#options = options
    this.#changes = new HostedChanges(options)
    this.packages = new HostedPackages({ ...options, changes: this.#changes })
  }

  register(asked: HostedRegistration): Promise<HostedServer> {
    const projectId = projectToKeepIn(this.#options.registry, asked.project_id)
    return this.#register(serverOf(asked, projectId), projectId)
  }

  addPackage(asked: PackageRegistration): Promise<HostedServer> {
    const projectId = projectToKeepIn(this.#options.registry, asked.project_id)
    return this.#withPackages(() => this.#register(this.packages.serverOf(asked, projectId), projectId))
  }

  packageUpdates(): Promise<PackageUpdate[]> {
    return this.packages.updates(this.#definitions())
  }

  async isolate(slug: string, asked: IsolationAsked): Promise<HostedServer> {
    return this.#withPackages(async () => {
      await this.packages.isolate(slug, asked)
      return this.get(slug)
    })
  }

  async release(id: string): Promise<void> {
    const definition = this.#find(id)
    await this.#refuseElsewhere(definition.id)
    await this.packages.release(definition)
  }

  async #register(server: HostedAsked, projectId: string): Promise<HostedServer> {
    const { registry, servers, containers, clock } = this.#options
    if (registry.ofProject(projectId).some(({ row }) => row.name === server.name))
      throw new AppError('CONFLICT', 'The project already has a server with this name.')
    await containers.choose(server.launch)
    await checkFolders(server.launch)
    // Slow steps that may fail come first, while there is nothing to undo.
    if (server.launch.package !== null)
      await containers.prepare(slugFor(server.name, registry.takenSlugs()), server.launch)
    const { slug } = await servers.add(server)
    const { definition } = registry.wholeOf(slug)
    const connection = registry.connection(slug)
    connection.start()
    const error = errorIn(await cameUp(connection, clock, comingUpMs))
    if (error !== null && isErrorCode(error.code) && isRefusal(error.code)) {
      await this.#takeBack(definition, projectId)
      throw new AppError(error.code, error.message)
    }
    return this.get(slug)
  }

  /**
   * Runs `work`, which may install a package. Unused packages are only removed while no `work` is running, because a
   * package that is being installed belongs to no server yet.
   */
  async #withPackages(work: () => Promise<HostedServer>): Promise<HostedServer> {
    this.#installing += 1
    const server = await work().finally(() => (this.#installing -= 1))
    if (this.#installing === 0) this.#sweepPackages(server.slug)
    return server
  }

  /** Removes installed packages that no server runs, unless undoing a change would need them. */
  #sweepPackages(slug: string): void {
    const { containers, background, installer } = this.#options
    const launches = [...this.#definitions(), ...this.#changes.former()].map(({ launch }) => launch)
    const near = this.#definitions().find((one) => one.slug === slug)?.launch
    if (near === undefined || near.package === null) return
    const wanted = launches.flatMap(({ image, package: run }) => (run === null ? [] : [{ image, run }]))
    background.run('remove packages that nothing runs', async () => {
      const { name } = await containers.choose(near)
      await installer.sweep(containers.provider(name), wanted)
    })
  }

  async list(): Promise<HostedServer[]> {
    const measured = await Promise.all(this.#definitions().map((one) => this.#measure(one)))
    const rows = await this.#rows()
    return measured.flatMap((one) => {
      const row = rows.get(one.definition.id)
      return row === undefined ? [] : [this.#snapshot(one, row)]
    })
  }

  /** Here and below, `id` is a server's id or slug. If it is unknown, the error is NOT_FOUND. */
  async get(id: string): Promise<HostedServer> {
    const definition = this.#find(id)
    const measured = await this.#measure(definition)
    const row = (await this.#rows()).get(definition.id)
    if (row === undefined) throw new AppError('NOT_FOUND', `Hosted server ${definition.slug} no longer exists.`)
    return this.#snapshot(measured, row)
  }

  /**
   * Makes a request to the server and returns its result unchanged. `signal` is aborted when the caller disconnects. If
   * `by` is null, the owner makes the request.
   */
  async call(
    id: string,
    { method, params }: { readonly method: string; readonly params?: object | undefined },
    by: HostedCaller | null,
    signal: AbortSignal | undefined,
  ) {
    const { slug, id: serverId } = this.#find(id)
    if (by !== null && !canSee(this.#options, slug, by)) throw notThere(id)
    // Looks for another engine only if the server is not running here.
    if (this.#options.registry.reached(slug)?.connection.state.kind !== 'ready') await this.#refuseElsewhere(serverId)
    return callHosted(this.#options, slug, method, params, by ?? ownerCaller, signal)
  }

  async restart(id: string): Promise<HostedServer> {
    const { registry, containers, clock } = this.#options
    const { slug, id: serverId } = this.#find(id)
    registry.refuseSwitchedOff(slug)
    await this.#refuseElsewhere(serverId)
    const connection = registry.connection(slug)
    await containers.forgetCrashes(serverId)
    await connection.restart()
    await cameUp(connection, clock, comingUpMs)
    return this.get(slug)
  }

  setup(id: string): HostedSetup {
    return setupOf(settingsOf(this.#find(id)))
  }

  previewChange(id: string, change: HostedChange): Promise<HostedChangePreview> {
    return this.#changes.preview(this.#find(id), change)
  }

  async change(id: string, change: HostedChange): Promise<HostedServer> {
    const definition = this.#find(id)
    await this.#refuseElsewhere(definition.id)
    return this.#withPackages(async () => {
      await this.#changes.change(definition, change)
      return this.get(definition.slug)
    })
  }

  async undoChange(id: string): Promise<HostedServer> {
    const definition = this.#find(id)
    await this.#refuseElsewhere(definition.id)
    await this.#changes.undo(definition)
    return this.get(definition.slug)
  }

  async remove(id: string, withVolumes: boolean): Promise<void> {
    const { servers, containers, volumes } = this.#options
    const definition = this.#find(id)
    await servers.remove(definition.slug)
    this.#removed.set(definition.id, definition.slug)
    await containers.gone(definition.id)
    if (withVolumes) await volumes.removeOf(definition)
  }

  async restore(id: string): Promise<HostedServer> {
    const { slug } = await this.#options.servers.restore(this.#removed.get(id) ?? id)
    return this.get(slug)
  }

  /** The last lines of the server's log, oldest first. */
  async logs(id: string, tail: number): Promise<HostedLogLine[]> {
    const lines = this.#options.registry.log(this.#find(id).slug).lines()
    return lines.slice(-tail).map(({ at, source, text }) => ({ at: timeText(at), source, text }))
  }

  async history(id: string): Promise<HostedHistory> {
    const { containers, usage } = this.#options
    const { id: serverId } = this.#find(id)
    return {
      samples: usage.of(serverId).map(({ at, ...used }) => ({ at: timeText(at), ...used })),
      crashes: containers.crashes(serverId).map(shownCrash),
    }
  }

  volumes() {
    return this.#options.volumes.list()
  }

  removeVolume(name: string): Promise<void> {
    return this.#options.volumes.remove(name)
  }

  /**
   * Streams the volume's content as a tar. Rejects if there is no such volume. Closing the stream early stops the
   * reading.
   */
  backupVolume(name: string): Promise<AsyncIterable<Uint8Array>> {
    return this.#options.volumes.backup(name)
  }

  async runtimes(): Promise<Runtimes> {
    // Skips the cache: a person who has just installed a runtime expects to see it.
    const reports = await this.#options.containers.reports(0)
    return {
      auto: automaticProvider(reports),
      runtimes: reports.map(({ name, report: { available, missing, isCloud, can, noAllowList } }) => ({
        name,
        available,
        weaker: isWeaker(name),
        cloud: isCloud,
        missing,
        can: {
          limits: can.limits,
          volumes: can.volumes,
          ports: can.ports,
          usage: can.usage,
          allow_list: noAllowList === null,
          folders: can.folders,
        },
      })),
    }
  }

  #definitions(): HostedDefinition[] {
    return this.#options.registry.definitions().filter(isHosted)
  }

  #find(id: string): HostedDefinition {
    const found = this.#definitions().find((one) => one.id === id || one.slug === id || one.formerSlugs.includes(id))
    if (found === undefined) throw notThere(id)
    return found
  }

  async #rows(): Promise<ReadonlyMap<string, WorkspaceRow>> {
    return new Map((await this.#options.store.list()).map((row) => [row.id, row]))
  }

  /** Asks the runtime, which may take seconds. The rest of the server's state is read afterwards, in one step. */
  async #measure(definition: HostedDefinition): Promise<Measured> {
    const { containers, volumes, clock } = this.#options
    const live = containers.live(definition.id)
    const [usage, ownVolumes] = await Promise.all([usageOf(clock, live), volumes.of(definition)])
    return { definition, live, usage, volumes: ownVolumes }
  }

  #snapshot({ definition, live: measured, usage, volumes }: Measured, row: WorkspaceRow): HostedServer {
    const { registry, containers, clock } = this.#options
    const at = registry.reached(definition.slug)
    const live = containers.live(definition.id)
    return hostedSnapshot({
      definition,
      launch: definition.launch,
      projectId: at?.row.projectId ?? '',
      state: at?.connection.state ?? down,
      health: at?.connection.health ?? healthy,
      row,
      live,
      usage: live === measured ? usage : null,
      volumes,
      elsewhere: this.#ownerElsewhere(row),
      now: clock.now(),
    })
  }

  #ownerElsewhere({ owner, leaseUntil }: WorkspaceRow): string | null {
    const { engine, clock } = this.#options
    return owner !== null && owner !== engine && leaseUntil > clock.now() ? owner : null
  }

  async #refuseElsewhere(id: string): Promise<void> {
    const row = (await this.#rows()).get(id)
    const owner = row === undefined ? null : this.#ownerElsewhere(row)
    if (owner !== null) throw runElsewhere(owner)
  }

  /** Undoes a registration: removes the server, its container and its secrets. */
  async #takeBack({ slug, id }: ServerDefinition, projectId: string): Promise<void> {
    const { servers, secrets, containers } = this.#options
    await servers.remove(slug)
    await containers.gone(id)
    const own = (await secrets.list(projectId)).filter(({ serverId }) => serverId === id)
    for (const { name } of own) await secrets.remove(projectId, name)
  }
}

function notThere(id: string): AppError {
  return new AppError('NOT_FOUND', `Hosted server ${id} does not exist.`)
}

export function isHosted(definition: ServerDefinition): definition is HostedDefinition {
  return isContainer(definition.launch)
}
