/**
 * Hosted servers, as those who ask for them know them. Each is an ordinary server of the registry; what is special about it is
 * its container.
 */
import type { HostedHistory, HostedLogLine, HostedServer, Runtimes } from '#contract/hosting/hostedServer'
import type { HostedRegistration } from '#contract/hosting/registration'
import { AppError, isErrorCode } from '#contract/errors'
import { errorIn } from '#contract/servers/errorIn'
import type { ConnectionState, ContainerLaunch } from '#contract/servers/server'
import { isContainer } from '#contract/servers/transports'
import { callHosted, type HostedCallParts } from '#engine/hosted/hostedCall'
import type { HostedVolumes } from '#engine/hosted/hostedVolumes'
import { cameUp, serverOf } from '#engine/hosted/registration'
import { hostedSnapshot, shownCrash, timeText } from '#engine/hosted/snapshot'
import { type UsageHistory, usageOf } from '#engine/hosted/usageHistory'
import { automaticProvider, isWeaker } from '#engine/hosting/choice'
import type { Containers } from '#engine/hosting/containers'
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
  /** This engine, as rows name it. */
  readonly engine: string
  readonly clock: Clock
}

interface HostedDefinition extends ServerDefinition {
  readonly launch: ContainerLaunch
}

/** How long is waited for a server to come up before it is told as it is. */
const comingUpMs = 30_000
/** What shows at the first start that it cannot be: nothing is kept of it then. */
const refusals = new Set(['IMAGE_NOT_FOUND', 'RUNTIME_UNAVAILABLE', 'PORT_TAKEN', 'LIMIT_NOT_ENFORCEABLE'])
const healthy = { isSilent: false, isInCrashLoop: false, isBusy: false }
const down: ConnectionState = { kind: 'stopped' }

export class HostedServers {
  readonly #options: HostedServersOptions
  /** The slugs of those that were removed, by their ids. */
  readonly #removed = new Map<string, string>()

  constructor(options: HostedServersOptions) {
    this.#options = options
  }

  async register(asked: HostedRegistration): Promise<HostedServer> {
    const { registry, servers, containers, clock } = this.#options
    const projectId = projectToKeepIn(registry, asked.project_id)
    const server = serverOf(asked, projectId)
    if (registry.ofProject(projectId).some(({ row }) => row.name === server.name))
      throw new AppError('CONFLICT', 'a server of this name is in the project already')
    await containers.choose(server.launch)
    const { slug } = await servers.add(server)
    const { definition } = registry.wholeOf(slug)
    const connection = registry.connection(slug)
    connection.start()
    const error = errorIn(await cameUp(connection, clock, comingUpMs))
    if (error !== null && isErrorCode(error.code) && refusals.has(error.code)) {
      await this.#takeBack(definition, projectId)
      throw new AppError(error.code, error.message)
    }
    return this.get(slug)
  }

  async list(): Promise<HostedServer[]> {
    const rows = await this.#rows()
    return Promise.all(this.#definitions().map((one) => this.#snapshot(one, rows.get(one.id))))
  }

  /** `id`: the id or the slug, here and below; an unknown one is NOT_FOUND. */
  async get(id: string): Promise<HostedServer> {
    const definition = this.#find(id)
    return this.#snapshot(definition, (await this.#rows()).get(definition.id))
  }

  /** The result as the server sent it. `signal`: the caller is gone. */
  async call(id: string, method: string, params: object | undefined, signal: AbortSignal | undefined) {
    const { slug, id: serverId } = this.#find(id)
    // Whoever runs it is asked for only where it does not run here.
    if (this.#options.registry.reached(slug)?.connection.state.kind !== 'ready') await this.#refuseElsewhere(serverId)
    return callHosted(this.#options, slug, method, params, signal)
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

  /** Oldest first. */
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

  /** A tar, as it is read. Refused before the first byte, or not at all; ending it early ends its reading. */
  backupVolume(name: string): Promise<AsyncIterable<Uint8Array>> {
    return this.#options.volumes.backup(name)
  }

  async runtimes(): Promise<Runtimes> {
    // A person who installed one looks again, and wants to see it.
    const reports = await this.#options.containers.reports(0)
    return {
      auto: automaticProvider(reports),
      runtimes: reports.map(({ name, report: { available, missing, isCloud, can } }) => ({
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
          allow_list: can.allowList,
        },
      })),
    }
  }

  #definitions(): HostedDefinition[] {
    return this.#options.registry.definitions().filter(isHosted)
  }

  #find(id: string): HostedDefinition {
    const found = this.#definitions().find((one) => one.id === id || one.slug === id || one.formerSlugs.includes(id))
    if (found === undefined) throw new AppError('NOT_FOUND', `There is no hosted server ${id}.`)
    return found
  }

  async #rows(): Promise<ReadonlyMap<string, WorkspaceRow>> {
    return new Map((await this.#options.store.list()).map((row) => [row.id, row]))
  }

  async #snapshot(definition: HostedDefinition, row: WorkspaceRow | undefined): Promise<HostedServer> {
    const { registry, containers, volumes, clock } = this.#options
    if (row === undefined) throw new AppError('NOT_FOUND', `There is no hosted server ${definition.slug} any more.`)
    const at = registry.reached(definition.slug)
    const live = containers.live(definition.id)
    const [usage, ownVolumes] = await Promise.all([usageOf(clock, live), volumes.of(definition)])
    return hostedSnapshot({
      definition,
      launch: definition.launch,
      projectId: at?.row.projectId ?? '',
      state: at?.connection.state ?? down,
      health: at?.connection.health ?? healthy,
      row,
      live,
      usage,
      volumes: ownVolumes,
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
    if (owner !== null)
      throw new AppError('SERVER_UNAVAILABLE', `Another engine on this database runs it: ${owner}.`, {
        data: { owner },
      })
  }

  /** As if it had never been asked for. */
  async #takeBack({ slug, id }: ServerDefinition, projectId: string): Promise<void> {
    const { servers, secrets, containers } = this.#options
    await servers.remove(slug)
    await containers.gone(id)
    const own = (await secrets.list(projectId)).filter(({ serverId }) => serverId === id)
    for (const { name } of own) await secrets.remove(projectId, name)
  }
}

export function isHosted(definition: ServerDefinition): definition is HostedDefinition {
  return isContainer(definition.launch)
}
