/** The connection to Docker that its providers share. The client library and TLS code are loaded at first use. */
import { existsSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { Agent as HttpAgent } from 'node:http'
import { homedir } from 'node:os'
import { join } from 'node:path'
import type { Duplex } from 'node:stream'
import { inspect } from 'node:util'
import type Dockerode from 'dockerode'
import { AppError } from '#contract/errors'
import { dockerEndpoint, isLocal, type DockerEndpoint } from '#engine/hosting/docker/dockerEndpoint'
import { isUnreachable, unreachable } from '#engine/hosting/docker/dockerFault'
import type { DockerAddress } from '#engine/hosting/docker/hijack'
import { DiskUsage } from '#engine/hosting/docker/diskUsage'
import { InspectedImages } from '#engine/hosting/docker/inspectedImages'
import { findRelayFiles, type NodeCommand, type RelayFiles } from '#engine/hosting/docker/relay/relayFiles'
import { removeRelayVolumes } from '#engine/hosting/docker/relay/relayVolume'
import { readWhole } from '#engine/hosting/docker/wholeAnswers'
import type { Clock } from '#engine/ports'

/** The fields of `GET /info` that are used. Podman omits some. */
export interface DockerInfo {
  readonly OSType?: string
  readonly Architecture?: string
  readonly Runtimes?: Readonly<Record<string, unknown>> | null
  readonly InitBinary?: string
  /** Whether this is Podman. Read, like `version`, from `GET /version`. */
  readonly isPodman?: boolean
  readonly version?: string
  readonly MemoryLimit?: boolean
  readonly CpuCfsQuota?: boolean
}

interface Connected {
  readonly docker: Dockerode
  readonly agent: HttpAgent
  readonly address: DockerAddress
}

const infoLimitMs = 5_000

export class DockerHost {
  readonly clock: Clock
  readonly diskUsage: DiskUsage
  readonly images: InspectedImages
  readonly #environment: Readonly<Record<string, string | undefined>>
  #connecting: { readonly key: string; readonly connected: Promise<Connected> } | null = null
  #info: DockerInfo | null = null
  #asking: Promise<DockerInfo> | null = null
  #quotas: Promise<boolean> | null = null
  readonly #node: NodeCommand
  #relayFiles: Promise<RelayFiles | string> | null = null
  #hasRelays = false

  /** `node`: the command that runs this engine's plain Node. */
  constructor(clock: Clock, environment: Readonly<Record<string, string | undefined>>, node: NodeCommand) {
    this.clock = clock
    this.diskUsage = new DiskUsage(clock)
    this.images = new InspectedImages(clock)
    this.#environment = environment
    this.#node = node
  }

  /** Whether ports that Docker publishes on loopback can be reached from here. */
  get isLocal(): boolean {
    const endpoint = this.#endpoint()
    return typeof endpoint !== 'string' && isLocal(endpoint)
  }

  async api(): Promise<Dockerode> {
    return (await this.#connected()).docker
  }

  /** Whether Docker accepts new connections. */
  async answers(): Promise<boolean> {
    try {
      await (await this.api()).ping()
      return true
    } catch (thrown) {
      return !isUnreachable(thrown)
    }
  }

  /**
   * Opens a two-way stream to a container's stdin and output. If opened before the container starts, it misses nothing.
   */
  async attach(containerId: string, withStdin: boolean): Promise<Duplex> {
    const { attachStream } = await import('#engine/hosting/docker/hijack')
    return await attachStream((await this.#connected()).address, containerId, withStdin)
  }

  /** Starts a program in a running container, and returns its two-way stream. */
  async exec(containerId: string, command: readonly string[]): Promise<Duplex> {
    const { docker, address } = await this.#connected()
    const streams = { AttachStdin: true, AttachStdout: true, AttachStderr: true }
    const { id } = await docker.getContainer(containerId).exec({ Cmd: [...command], ...streams })
    const { execStream } = await import('#engine/hosting/docker/hijack')
    return await execStream(address, id)
  }

  async #connected(): Promise<Connected> {
    const endpoint = this.#endpoint()
    if (typeof endpoint === 'string') throw new AppError('RUNTIME_UNAVAILABLE', endpoint)
    const key = JSON.stringify(endpoint)
    if (this.#connecting?.key !== key) {
      this.#info = null
      this.#quotas = null
      this.#connecting = { key, connected: connect(endpoint) }
    }
    return await this.#connecting.connected
  }

  /** Asks Docker for its current state. Rejects with `RUNTIME_UNAVAILABLE`. */
  askInfo(): Promise<DockerInfo> {
    // The providers ask at the same time, and share one request.
    this.#asking ??= this.#ask().finally(() => (this.#asking = null))
    return this.#asking
  }

  async #ask(): Promise<DockerInfo> {
    const docker = await this.api()
    const given = new AbortController()
    const timer = this.clock.after(infoLimitMs, () => given.abort())
    try {
      // dockerode's types only declare an older form of `info`.
      const ask = docker.info.bind(docker) as unknown as (options: object) => Promise<DockerInfo>
      const [info, version] = await Promise.all([ask({ abortSignal: given.signal }), docker.version()])
      const isPodman = (version.Components ?? []).some(({ Name }) => Name.startsWith('Podman'))
      const engineVersion = `${isPodman ? 'Podman' : 'Docker Engine'} ${version.Version}`
      this.#info = { ...info, isPodman, version: engineVersion }
      return this.#info
    } catch (thrown) {
      this.#info = null
      if (given.signal.aborted)
        throw new AppError(
          'RUNTIME_UNAVAILABLE',
          `The container runtime did not answer within ${infoLimitMs / 1_000} s.`,
        )
      throw unreachable(thrown)
    } finally {
      timer.cancel()
    }
  }

  /** Docker's last known state, which is enough to start a container. */
  async info(): Promise<DockerInfo> {
    return this.#info ?? (await this.askInfo())
  }

  /** Whether volumes can have a maximum size. The only way to find out is to create such a volume. */
  async hasQuotas(): Promise<boolean> {
    this.#quotas ??= tryQuota(await this.api())
    return await this.#quotas
  }

  /** The files that a container with a list of hosts needs, or a sentence that says why they are unavailable. */
  async relayFiles(): Promise<RelayFiles | string> {
    this.#relayFiles ??= findRelayFiles(this.#node, process.platform)
    const [files, { Architecture }] = await Promise.all([this.#relayFiles, this.info()])
    if (typeof files === 'string' || files.architecture === Architecture) return files
    return `A list of allowed hosts needs an engine on a machine with the containers' architecture: the engine's is ${files.architecture}, the containers' is ${Architecture ?? 'unknown'}.`
  }

  /** Notes that relay volumes were created. They are removed when the engine closes. */
  noteRelay(): void {
    this.#hasRelays = true
  }

  async close(): Promise<void> {
    const connected = await this.#connecting?.connected.catch(() => null)
    if (this.#hasRelays && connected) await removeRelayVolumes(connected.docker).catch(() => undefined)
    this.#hasRelays = false
    connected?.agent.destroy()
    this.#connecting = null
  }

  #endpoint(): DockerEndpoint | string {
    return dockerEndpoint({
      environment: this.#environment,
      platform: process.platform,
      homeFolder: homedir(),
      exists: existsSync,
    })
  }
}

/**
 * Opens a new connection for each request. A Docker that is stopping refuses new connections but still answers on open
 * ones. A container started that way dies with Docker, or fails with an unrelated error.
 */
const noKeepAlive = { keepAlive: false }
const newAgent = () => new HttpAgent(noKeepAlive)

/** dockerode's types do not declare `agent`. */
type Options = Dockerode.DockerOptions & { readonly agent: HttpAgent }

async function connect(endpoint: DockerEndpoint): Promise<Connected> {
  const { default: Docker } = await import('dockerode')
  if (endpoint.kind === 'socket') {
    const { path } = endpoint
    const agent = unseen(newAgent())
    // Setting `host`, even to undefined, keeps dockerode from reading DOCKER_HOST itself.
    const options: Options = { socketPath: path, host: undefined, agent }
    return { agent, docker: readWhole(new Docker(options)), address: { protocol: 'http:', socketPath: path } }
  }
  const { host, port, certificates } = endpoint
  if (certificates === null) {
    const agent = unseen(newAgent())
    const options: Options = { protocol: 'http', host, port, agent }
    return { agent, docker: readWhole(new Docker(options)), address: { protocol: 'http:', host, port } }
  }
  const [ca, cert, key] = await Promise.all(
    ['ca.pem', 'cert.pem', 'key.pem'].map((file) => readFile(join(certificates, file), 'utf8')),
  ).catch((thrown: unknown) => {
    throw new AppError('RUNTIME_UNAVAILABLE', `Could not read the certificates for DOCKER_HOST in ${certificates}.`, {
      cause: thrown,
    })
  })
  const { Agent: HttpsAgent } = await import('node:https')
  const agent = unseen(new HttpsAgent(noKeepAlive))
  const options: Options = { protocol: 'https', host, port, ca, cert, key, agent }
  return { agent, docker: readWhole(new Docker(options)), address: { protocol: 'https:', host, port, ca, cert, key } }
}

/**
 * Makes an agent print as one word. dockerode serialises every request for a debug log, including the agent with all
 * its sockets, which took 50 ms per request when twenty servers started together.
 */
function unseen<T extends HttpAgent>(agent: T): T {
  return Object.defineProperty(agent, inspect.custom, { value: () => 'Agent' })
}

const triedName = 'switchboard-quota-tried'

async function tryQuota(docker: Dockerode): Promise<boolean> {
  try {
    const tried = { Name: triedName, Driver: 'local', DriverOpts: { size: '1M' } }
    await docker.createVolume(tried)
    await docker.getVolume(triedName).remove()
    return true
  } catch {
    return false
  }
}
