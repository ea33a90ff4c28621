/** Hosted servers on a Docker Engine, or on what speaks as it does. One for each way in which it keeps containers apart. */
import type Dockerode from 'dockerode'
import { AppError, messageOf } from '#contract/errors'
import { AttachedContainer, removeContainer, type Attachment } from '#engine/hosting/docker/attachedContainer'
import { containerConfig, containerName, labels, type RuntimeFacts } from '#engine/hosting/docker/containerConfig'
import type { DockerHost } from '#engine/hosting/docker/dockerHost'
import {
  imageNotFound,
  isGone,
  isNameTaken,
  isUnreachable,
  requestFault,
  startFault,
  unreachable,
  wordsOf,
} from '#engine/hosting/docker/dockerFault'
import { backupVolume, listVolumes, makeVolumes, removeVolume } from '#engine/hosting/docker/dockerVolumes'
import { isImageName, PullCount, type PullLine } from '#engine/hosting/docker/pullProgress'
import { engineRepair, findRuntime, keepsVolumes, type DockerProviderName } from '#engine/hosting/docker/runtimes'
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
        missing: null,
        can: {
          limits: {
            cpu: info.CpuCfsQuota === true,
            memory: info.MemoryLimit === true,
            // The root is read-only, and folders in memory have a size.
            disk: true,
          },
          volumeSizes: volumes && (await this.#host.hasQuotas()),
          volumes,
          ports: this.#host.isLocal,
          usage: true,
          allowList: false,
        },
        isCloud: false,
      }
    } catch (thrown) {
      return absent({ reason: messageOf(thrown), repair: engineRepair(process.platform) })
    }
  }

  async bringImage(image: string, onProgress: (progress: PullProgress) => void, signal: AbortSignal): Promise<void> {
    const docker = await this.#host.api()
    checkName(image)
    if (await hasImage(docker, image)) return
    const count = new PullCount()
    try {
      const lines = await docker.pull(image, { abortSignal: signal })
      for await (const line of linesOf(lines as unknown as AsyncIterable<Uint8Array>)) {
        const said = JSON.parse(line) as PullLine
        if (said.error !== undefined) throw imageNotFound(image, said.error)
        const progress = count.take(said)
        if (progress !== null) onProgress(progress)
      }
    } catch (thrown) {
      signal.throwIfAborted()
      if (thrown instanceof AppError) throw thrown
      throw isUnreachable(thrown) ? unreachable(thrown) : imageNotFound(image, wordsOf(thrown))
    }
  }

  async start(spec: ContainerSpec, events: ContainerEvents): Promise<Container> {
    const docker = await this.#host.api()
    const secrets = Object.values(spec.environment)
    let container: Dockerode.Container | null = null
    const ownVolumes: string[] = []
    try {
      checkName(spec.image)
      const [facts, image] = await Promise.all([this.#facts(), docker.getImage(spec.image).inspect()])
      const config = containerConfig(spec, facts, image.Config)
      await makeVolumes(docker, this.name, spec, ownVolumes)
      container = await createAlone(docker, config, spec)
      if (facts.runtime !== null) await checkRuntime(container, facts.runtime)
      const stream = await this.#host.attach(container.id, spec.isBridged)
      // Nothing is lost by a fault that comes before somebody listens.
      stream.on('error', () => undefined)
      await container.start().catch((thrown: unknown) => {
        stream.destroy()
        throw thrown
      })
      const addresses = spec.ports.length === 0 ? none : addressesOf(await container.inspect())
      return this.#attached(
        {
          container,
          stream,
          addresses,
          startedAt: this.#host.clock.now(),
          isBridged: spec.isBridged,
        },
        events,
      )
    } catch (thrown) {
      await leaveNothing(docker, container, ownVolumes)
      throw startFault(thrown, spec.image, secrets)
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
      startedAt: Created * 1_000,
      image: Image,
    }))
  }

  async adopt(found: FoundContainer, events: ContainerEvents): Promise<Container> {
    const container = (await this.#host.api()).getContainer(found.id)
    try {
      const [stream, inspected] = await Promise.all([this.#host.attach(found.id, false), container.inspect()])
      const addresses = addressesOf(inspected)
      return this.#attached({ container, stream, addresses, startedAt: found.startedAt, isBridged: false }, events)
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

  async #facts(): Promise<RuntimeFacts> {
    const info = await this.#host.info()
    const runtime = findRuntime(this.name, info)
    if (!runtime.found) throw new AppError('RUNTIME_UNAVAILABLE', `${runtime.reason} ${runtime.repair}`)
    return {
      provider: this.name,
      runtime: runtime.name,
      hasInit: (info.InitBinary ?? '') !== '',
      canPublish: this.#host.isLocal,
      keepsVolumes: keepsVolumes(this.name),
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
      allowList: false,
    },
    isCloud: false,
  }
}

function refuse(thrown: unknown): never {
  throw requestFault(thrown)
}

function checkName(image: string): void {
  if (!isImageName(image)) throw imageNotFound(image, 'this is not the name of an image')
}

async function hasImage(docker: Dockerode, image: string): Promise<boolean> {
  try {
    await docker.getImage(image).inspect()
    return true
  } catch (thrown) {
    if (isGone(thrown)) return false
    throw isUnreachable(thrown) ? unreachable(thrown) : imageNotFound(image, wordsOf(thrown))
  }
}

/** An older one of the same workspace makes place: an engine that died, or a removal that was cut short, left it. */
async function createAlone(
  docker: Dockerode,
  config: Dockerode.ContainerCreateOptions,
  spec: ContainerSpec,
): Promise<Dockerode.Container> {
  try {
    return await docker.createContainer(config)
  } catch (thrown) {
    if (!isNameTaken(thrown)) throw thrown
    const other = docker.getContainer(containerName(spec))
    const { Config } = await other.inspect()
    if (Number(Config.Labels[labels.generation]) >= spec.generation)
      throw new AppError('CONFLICT', 'Another engine has started a newer container of this server.')
    await removeContainer(other)
    return await docker.createContainer(config)
  }
}

/** One that is taken for another would isolate less than was asked for, and nobody would know. */
async function checkRuntime(container: Dockerode.Container, runtime: string): Promise<void> {
  const { HostConfig } = await container.inspect()
  if (HostConfig.Runtime !== runtime)
    throw new AppError(
      'RUNTIME_UNAVAILABLE',
      `The container engine would run it by ${HostConfig.Runtime}, not ${runtime}.`,
    )
}

async function leaveNothing(
  docker: Dockerode,
  container: Dockerode.Container | null,
  volumes: readonly string[],
): Promise<void> {
  try {
    if (container !== null) await removeContainer(container)
    await Promise.all(volumes.map((name) => removeVolume(docker, name)))
  } catch {
    // What started it is told; an Engine that is gone cannot be cleaned, and the next start finds what is left.
  }
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
