/** Runs hosted servers on Docker or a runtime with the same API. There is one provider for each kind of isolation. */
import type Dockerode from 'dockerode'
import { AppError, messageOf } from '#contract/errors'
import { AttachedContainer, removeContainer, type Attachment } from '#engine/hosting/docker/attachedContainer'
import { containerConfig, labels, type RuntimeFacts } from '#engine/hosting/docker/containerConfig'
import { checkRuntime, createAlone, leaveNothing } from '#engine/hosting/docker/createdContainer'
import type { DockerHost, DockerInfo } from '#engine/hosting/docker/dockerHost'
import {
  imageNotFound,
  isGone,
  isRefusal,
  isUnreachable,
  pullFault,
  requestFault,
  startFault,
  unreachable,
  wordsOf,
} from '#engine/hosting/docker/dockerFault'
import {
  backupVolume,
  checkVolumes,
  listVolumes,
  makeVolumes,
  removeVolume,
} from '#engine/hosting/docker/dockerVolumes'
import type { RelayFiles } from '#engine/hosting/docker/relay/relayFiles'
import { RelayLink } from '#engine/hosting/docker/relay/relayLink'
import { relayArguments } from '#engine/hosting/docker/relay/relayPrograms'
import { fillRelayVolume, nodeCommand } from '#engine/hosting/docker/relay/relayVolume'
import { isImageName, PullCount, type PullLine } from '#engine/hosting/docker/pullProgress'
import { dockerRepair, findRuntime, keepsVolumes, type DockerProviderName } from '#engine/hosting/docker/runtimes'
import type {
  Container,
  ContainerEvents,
  ContainerSpec,
  FoundContainer,
  FoundVolume,
  Provider,
  ProviderReport,
  PullProgress,
} from '#engine/hosting/provider'

export class DockerProvider implements Provider {
  readonly name: DockerProviderName
  readonly #host: DockerHost
  readonly #closing = new AbortController()

  constructor(name: DockerProviderName, host: DockerHost) {
    this.name = name
    this.#host = host
  }

  async examine(): Promise<ProviderReport> {
    try {
      const info = await this.#host.askInfo()
      const runtime = findRuntime(this.name, info)
      if (!runtime.found) return absent(runtime)
      const volumes = keepsVolumes(this.name)
      return {
        available: true,
        version: info.version ?? null,
        missing: null,
        can: {
          limits: {
            cpu: info.CpuCfsQuota === true,
            memory: info.MemoryLimit === true,
            // Without volumes, the limit holds: the root is read-only, and folders in memory have a maximum size.
            disk: true,
          },
          volumeSizes: volumes && (await this.#host.hasQuotas()),
          volumes,
          ports: this.#host.isLocal,
          usage: true,
          folders: this.#host.isLocal && volumes,
        },
        noAllowList: await this.#noAllowList(info),
        isCloud: false,
      }
    } catch (thrown) {
      return absent({ reason: messageOf(thrown), repair: dockerRepair(process.platform) })
    }
  }

  async bringImage(image: string, onProgress: (progress: PullProgress) => void, signal: AbortSignal): Promise<void> {
    const docker = await this.#host.api()
    checkName(image)
    if (await this.#hasImage(docker, image)) return
    const count = new PullCount()
    try {
      const lines = await docker.pull(image, { abortSignal: signal })
      for await (const line of linesOf(lines as unknown as AsyncIterable<Uint8Array>)) {
        const said = JSON.parse(line) as PullLine
        if (said.error !== undefined) throw pullFault(image, said.error)
        const progress = count.take(said)
        if (progress !== null) onProgress(progress)
      }
    } catch (thrown) {
      signal.throwIfAborted()
      if (thrown instanceof AppError) throw thrown
      throw isUnreachable(thrown) ? unreachable(thrown) : pullFault(image, wordsOf(thrown))
    }
  }

  async start(spec: ContainerSpec, events: ContainerEvents): Promise<Container> {
    const docker = await this.#host.api()
    const secrets = Object.values(spec.environment)
    let container: Dockerode.Container | null = null
    let egress: RelayLink | null = null
    const ownVolumes: string[] = []
    try {
      checkName(spec.image)
      const [facts, image] = await Promise.all([this.#facts(spec), this.#host.images.inspect(docker, spec.image)])
      const config = containerConfig(spec, facts, image.Config)
      await makeVolumes(docker, this.name, spec, ownVolumes)
      container = await createAlone(docker, config, spec)
      const attached = this.#host.attach(container.id, spec.isBridged)
      // Without a listener, an early error on the stream would crash the process. Ignoring it loses nothing.
      attached.then((stream) => stream.on('error', () => undefined)).catch(() => undefined)
      await Promise.all([
        facts.runtime !== null && checkRuntime(container, facts.runtime),
        checkVolumes(docker, spec, ownVolumes),
      ])
      egress = await this.#egress(container, spec, facts.relay, events)
      const stream = await attached
      await container.start().catch((thrown: unknown) => {
        stream.destroy()
        throw thrown
      })
      await egress?.open()
      const addresses = spec.ports.length === 0 ? none : addressesOf(await container.inspect())
      return this.#attached(
        {
          container,
          stream,
          addresses,
          startedAt: this.#host.clock.now(),
          isBridged: spec.isBridged,
          egress,
        },
        events,
      )
    } catch (thrown) {
      egress?.close()
      // After a conflict, the other container may be about to use the volumes.
      const isConflict = thrown instanceof AppError && thrown.code === 'CONFLICT'
      await leaveNothing(docker, container, isConflict ? [] : ownVolumes)
      throw isRefusal(thrown) || (await this.#host.answers()) ? startFault(thrown, spec.image, secrets) : ended()
    }
  }

  async find(owner: string): Promise<readonly FoundContainer[]> {
    const docker = await this.#host.api()
    const label = [`${labels.owner}=${owner}`, `${labels.provider}=${this.name}`]
    const found = await docker.listContainers({ all: true, filters: { label } }).catch(refuse)
    return found.map(({ Id, Labels, State, Created, Image }) => ({
      id: Id,
      workspaceId: Labels[labels.workspace] ?? '',
      generation: Number(Labels[labels.generation]),
      isRunning: State === 'running',
      isStarting: ['created', 'configured', 'initialized'].includes(State),
      startedAt: Created * 1_000,
      image: Image,
    }))
  }

  async adopt(found: FoundContainer, events: ContainerEvents): Promise<Container> {
    const container = (await this.#host.api()).getContainer(found.id)
    try {
      const [stream, inspected] = await Promise.all([this.#host.attach(found.id, false), container.inspect()])
      const addresses = addressesOf(inspected)
      return this.#attached(
        { container, stream, addresses, startedAt: found.startedAt, isBridged: false, egress: null },
        events,
      )
    } catch (thrown) {
      throw requestFault(thrown)
    }
  }

  async remove(id: string): Promise<void> {
    await removeContainer((await this.#host.api()).getContainer(id))
  }

  async listVolumes(owner: string): Promise<readonly FoundVolume[]> {
    return await listVolumes(await this.#host.api(), this.name, owner, this.#host.diskUsage).catch(refuse)
  }

  async removeVolume(name: string): Promise<void> {
    await removeVolume(await this.#host.api(), name)
  }

  async backupVolume(name: string): Promise<AsyncIterable<Uint8Array>> {
    return await backupVolume(await this.#host.api(), name)
  }

  async close(): Promise<void> {
    this.#closing.abort()
    await this.#host.close()
  }

  #attached(attachment: Omit<Attachment, 'attachAgain'>, events: ContainerEvents): Container {
    const attachAgain = () => this.#host.attach(attachment.container.id, false)
    return new AttachedContainer({ ...attachment, attachAgain }, events, this.#host.clock, this.#closing.signal)
  }

  async #hasImage(docker: Dockerode, image: string): Promise<boolean> {
    try {
      await this.#host.images.inspect(docker, image)
      return true
    } catch (thrown) {
      if (isGone(thrown)) return false
      throw requestFault(thrown)
    }
  }

  /** Opens the relay for a container that was created but not started. */
  async #egress(
    container: Dockerode.Container,
    spec: ContainerSpec,
    files: RelayFiles | string,
    events: ContainerEvents,
  ): Promise<RelayLink | null> {
    if (typeof files === 'string' || spec.network.mode !== 'allow') return null
    this.#host.noteRelay()
    await fillRelayVolume(await this.#host.api(), container, spec.image, files)
    const command = nodeCommand(files, ...relayArguments)
    const openRelay = () => this.#host.exec(container.id, command)
    const { hosts } = spec.network
    return new RelayLink({ hosts, openRelay, clock: this.#host.clock, onNote: (text) => events.onNote?.(text) })
  }

  async #noAllowList({ isPodman }: DockerInfo): Promise<string | null> {
    if (!keepsVolumes(this.name)) return 'A list of allowed hosts needs folders that Firecracker cannot mount.'
    if (isPodman === true) return 'A list of allowed hosts is not supported on Podman: use Docker Engine.'
    const files = await this.#host.relayFiles()
    return typeof files === 'string' ? files : null
  }

  async #facts({ network }: ContainerSpec): Promise<RuntimeFacts & { readonly relay: RelayFiles | string }> {
    const info = await this.#host.info()
    const runtime = findRuntime(this.name, info)
    if (!runtime.found) throw new AppError('RUNTIME_UNAVAILABLE', `${runtime.reason} ${runtime.repair}`)
    return {
      provider: this.name,
      runtime: runtime.name,
      hasInit: (info.InitBinary ?? '') !== '',
      canPublish: this.#host.isLocal,
      keepsVolumes: keepsVolumes(this.name),
      relay: network.mode === 'allow' ? ((await this.#noAllowList(info)) ?? (await this.#host.relayFiles())) : '',
    }
  }
}

const none: ReadonlyMap<number, string> = new Map()

function absent(missing: { readonly reason: string; readonly repair: string }): ProviderReport {
  return {
    available: false,
    missing: { reason: missing.reason, repair: missing.repair },
    can: {
      limits: { cpu: false, memory: false, disk: false },
      volumeSizes: false,
      volumes: false,
      ports: false,
      usage: false,
      folders: false,
    },
    noAllowList: missing.reason,
    isCloud: false,
  }
}

/** The error while Docker is shutting down. It replaces Docker's own errors, which are then misleading. */
function ended(): AppError {
  return new AppError('RUNTIME_UNAVAILABLE', 'The container runtime is shutting down.')
}

function refuse(thrown: unknown): never {
  throw requestFault(thrown)
}

function checkName(image: string): void {
  if (!isImageName(image)) throw imageNotFound(image, 'this is not the name of an image')
}

function addressesOf({ NetworkSettings }: Dockerode.ContainerInspectInfo): ReadonlyMap<number, string> {
  const bound = Object.entries(NetworkSettings.Ports ?? {}).flatMap(([port, bindings]) => {
    const [binding] = bindings ?? []
    return binding === undefined ? [] : [[Number.parseInt(port, 10), `http://127.0.0.1:${binding.HostPort}`] as const]
  })
  return new Map(bound)
}

async function* linesOf(stream: AsyncIterable<Uint8Array>): AsyncGenerator<string> {
  const decoder = new TextDecoder()
  let rest = ''
  for await (const bytes of stream) {
    const lines = (rest + decoder.decode(bytes, { stream: true })).split('\n')
    rest = lines.pop() ?? ''
    for (const line of lines) if (line.trim() !== '') yield line
  }
  if (rest.trim() !== '') yield rest
}
