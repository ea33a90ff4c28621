/** The connection to the Engine that its providers share. What speaks to it is loaded when it is first used. */
import { existsSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { Agent as HttpAgent } from 'node:http'
import { Agent as HttpsAgent } from 'node:https'
import { homedir } from 'node:os'
import { join } from 'node:path'
import type { Duplex } from 'node:stream'
import type Dockerode from 'dockerode'
import { AppError } from '#contract/errors'
import { dockerEndpoint, isLocal, type DockerEndpoint } from '#engine/hosting/docker/dockerEndpoint'
import { unreachable } from '#engine/hosting/docker/dockerFault'
import { openStream, type EngineAddress } from '#engine/hosting/docker/hijack'
import { DiskUsage } from '#engine/hosting/docker/diskUsage'
import type { Clock } from '#engine/ports'

/** What `GET /info` says, as far as it matters here. Podman leaves some of it out. */
export interface EngineInfo {
  readonly OSType?: string
  readonly Runtimes?: Readonly<Record<string, unknown>> | null
  readonly InitBinary?: string
  /** Of `GET /version`. */
  readonly isPodman?: boolean
  readonly MemoryLimit?: boolean
  readonly CpuCfsQuota?: boolean
}

interface Connected {
  readonly docker: Dockerode
  readonly agent: HttpAgent
  readonly address: EngineAddress
}

const infoLimitMs = 5_000

export class DockerHost {
  readonly clock: Clock
  readonly diskUsage: DiskUsage
  readonly #environment: Readonly<Record<string, string | undefined>>
  #connecting: { readonly key: string; readonly connected: Promise<Connected> } | null = null
  #info: EngineInfo | null = null
  #asking: Promise<EngineInfo> | null = null
  #quotas: Promise<boolean> | null = null

  constructor(clock: Clock, environment: Readonly<Record<string, string | undefined>>) {
    this.clock = clock
    this.diskUsage = new DiskUsage(clock)
    this.#environment = environment
  }

  /** Whether ports that are published there on loopback are reached from here. */
  get isLocal(): boolean {
    const endpoint = this.#endpoint()
    return typeof endpoint !== 'string' && isLocal(endpoint)
  }

  async api(): Promise<Dockerode> {
    return (await this.#connected()).docker
  }

  /** The stream of both directions: nothing is missed if it is there before the container starts. */
  async attach(containerId: string, withStdin: boolean): Promise<Duplex> {
    return await openStream((await this.#connected()).address, containerId, withStdin)
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

  /** As it is now. Rejects with `RUNTIME_UNAVAILABLE`. */
  askInfo(): Promise<EngineInfo> {
    // The providers are examined together.
    this.#asking ??= this.#ask().finally(() => (this.#asking = null))
    return this.#asking
  }

  async #ask(): Promise<EngineInfo> {
    const docker = await this.api()
    const given = new AbortController()
    const timer = this.clock.after(infoLimitMs, () => given.abort())
    try {
      // Its types have only the older form.
      const ask = docker.info.bind(docker) as unknown as (options: object) => Promise<EngineInfo>
      const [info, version] = await Promise.all([ask({ abortSignal: given.signal }), docker.version()])
      const isPodman = (version.Components ?? []).some(({ Name }) => Name.startsWith('Podman'))
      this.#info = { ...info, isPodman }
      return this.#info
    } catch (thrown) {
      this.#info = null
      if (given.signal.aborted)
        throw new AppError('RUNTIME_UNAVAILABLE', `The container runtime gave no answer for ${infoLimitMs / 1_000} s.`)
      throw unreachable(thrown)
    } finally {
      timer.cancel()
    }
  }

  /** As it was when it was last asked: what starts a container needs no more. */
  async info(): Promise<EngineInfo> {
    return this.#info ?? (await this.askInfo())
  }

  /** Whether volumes can have a size: only a try tells. */
  async hasQuotas(): Promise<boolean> {
    this.#quotas ??= tryQuota(await this.api())
    return await this.#quotas
  }

  async close(): Promise<void> {
    const connected = await this.#connecting?.connected.catch(() => null)
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

/** Its types do not know of the agent. */
type Options = Dockerode.DockerOptions & { readonly agent: HttpAgent }

async function connect(endpoint: DockerEndpoint): Promise<Connected> {
  const { default: Docker } = await import('dockerode')
  if (endpoint.kind === 'socket') {
    const { path } = endpoint
    const agent = new HttpAgent({ keepAlive: true })
    // dockerode would read DOCKER_HOST of its own accord.
    const options: Options = { socketPath: path, host: undefined, agent }
    return { agent, docker: new Docker(options), address: { protocol: 'http:', socketPath: path } }
  }
  const { host, port, certificates } = endpoint
  if (certificates === null) {
    const agent = new HttpAgent({ keepAlive: true })
    const options: Options = { protocol: 'http', host, port, agent }
    return { agent, docker: new Docker(options), address: { protocol: 'http:', host, port } }
  }
  const [ca, cert, key] = await Promise.all(
    ['ca.pem', 'cert.pem', 'key.pem'].map((file) => readFile(join(certificates, file), 'utf8')),
  ).catch((thrown: unknown) => {
    throw new AppError('RUNTIME_UNAVAILABLE', `The certificates for DOCKER_HOST cannot be read in ${certificates}.`, {
      cause: thrown,
    })
  })
  const agent = new HttpsAgent({ keepAlive: true })
  const options: Options = { protocol: 'https', host, port, ca, cert, key, agent }
  return { agent, docker: new Docker(options), address: { protocol: 'https:', host, port, ca, cert, key } }
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
