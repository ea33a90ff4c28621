/** The connection to the Engine that its providers share. What speaks to it is loaded when it is first used. */
import { existsSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { Agent as HttpAgent } from 'node:http'
import { Agent as HttpsAgent } from 'node:https'
import { homedir } from 'node:os'
import { join } from 'node:path'
import type Dockerode from 'dockerode'
import { AppError } from '#contract/errors'
import { dockerEndpoint, isLocal, type DockerEndpoint } from '#engine/hosting/docker/dockerEndpoint'
import { unreachable } from '#engine/hosting/docker/dockerFault'
import type { Clock } from '#engine/ports'

/** What `GET /info` says, as far as it matters here. Podman leaves some of it out. */
export interface EngineInfo {
  readonly OSType?: string
  readonly Runtimes?: Readonly<Record<string, unknown>> | null
  readonly InitBinary?: string
  readonly MemoryLimit?: boolean
  readonly CpuCfsQuota?: boolean
}

interface Connected {
  readonly key: string
  readonly docker: Dockerode
  readonly agent: HttpAgent
}

const infoLimitMs = 5_000

export class DockerHost {
  readonly clock: Clock
  readonly #environment: Readonly<Record<string, string | undefined>>
  #connecting: { readonly key: string; readonly connected: Promise<Connected> } | null = null
  #info: EngineInfo | null = null
  #quotas: boolean | null = null

  constructor(clock: Clock, environment: Readonly<Record<string, string | undefined>>) {
    this.clock = clock
    this.#environment = environment
  }

  /** Whether ports that are published there on loopback are reached from here. */
  get isLocal(): boolean {
    const endpoint = this.#endpoint()
    return typeof endpoint !== 'string' && isLocal(endpoint)
  }

  async api(): Promise<Dockerode> {
    const endpoint = this.#endpoint()
    if (typeof endpoint === 'string') throw new AppError('RUNTIME_UNAVAILABLE', endpoint)
    const key = JSON.stringify(endpoint)
    if (this.#connecting?.key !== key) {
      this.#info = null
      this.#quotas = null
      this.#connecting = { key, connected: connect(key, endpoint) }
    }
    return (await this.#connecting.connected).docker
  }

  /** As it is now. Rejects with `RUNTIME_UNAVAILABLE`. */
  async askInfo(): Promise<EngineInfo> {
    const docker = await this.api()
    const given = new AbortController()
    const timer = this.clock.after(infoLimitMs, () => given.abort())
    try {
      // Its types have only the older form.
      const ask = docker.info.bind(docker) as unknown as (options: object) => Promise<EngineInfo>
      this.#info = await ask({ abortSignal: given.signal })
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
    return (this.#quotas ??= await tryQuota(await this.api()))
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

async function connect(key: string, endpoint: DockerEndpoint): Promise<Connected> {
  const { default: Docker } = await import('dockerode')
  if (endpoint.kind === 'socket') {
    const agent = new HttpAgent({ keepAlive: true })
    // dockerode would read DOCKER_HOST of its own accord.
    const options: Options = { socketPath: endpoint.path, host: undefined, agent }
    return { key, agent, docker: new Docker(options) }
  }
  const { host, port, certificates } = endpoint
  if (certificates === null) {
    const agent = new HttpAgent({ keepAlive: true })
    const options: Options = { protocol: 'http', host, port, agent }
    return { key, agent, docker: new Docker(options) }
  }
  const [ca, cert, secret] = await Promise.all(
    ['ca.pem', 'cert.pem', 'key.pem'].map((file) => readFile(join(certificates, file), 'utf8')),
  ).catch((thrown: unknown) => {
    throw new AppError('RUNTIME_UNAVAILABLE', `The certificates for DOCKER_HOST cannot be read in ${certificates}.`, {
      cause: thrown,
    })
  })
  const agent = new HttpsAgent({ keepAlive: true })
  const options: Options = { protocol: 'https', host, port, ca, cert, key: secret, agent }
  return { key, agent, docker: new Docker(options) }
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
