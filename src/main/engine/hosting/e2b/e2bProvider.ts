/**
 * Runs hosted servers in sandboxes of E2B, a cloud. A server's image names an E2B template. E2B gets the template's
 * name, the variables' values and all calls, but no request before a server is first started there.
 */
import { AppError } from '#contract/errors'
import { E2bApi, type Sandbox } from '#engine/hosting/e2b/e2bApi'
import { type E2bPlace, e2bPlace, keyName, portHeaders, portUrl } from '#engine/hosting/e2b/e2bPlace'
import { Envd } from '#engine/hosting/e2b/envd'
import { lifeSeconds, SandboxContainer } from '#engine/hosting/e2b/sandboxContainer'
import { hideSecrets } from '#engine/hosting/hiddenSecrets'
import type {
  Container,
  ContainerEvents,
  ContainerSpec,
  FoundContainer,
  FoundVolume,
  Provider,
  ProviderReport,
} from '#engine/hosting/provider'
import type { Clock } from '#engine/ports'

export interface E2bOptions {
  readonly environment: Readonly<Record<string, string | undefined>>
  /** Reads the key from the vault; null if it is not set. */
  readonly key: () => Promise<string | null>
  readonly clock: Clock
}

const labels = {
  owner: 'switchboard.owner',
  workspace: 'switchboard.workspace',
  generation: 'switchboard.generation',
} as const

const envdPort = 49_983
const startMs = 60_000
/** The template's program for a hosted server, unless the variable `MCP_COMMAND` names another. */
const ownProgram = 'eval "exec ${MCP_COMMAND:-mcp-server}"'

export class E2bProvider implements Provider {
  readonly name = 'e2b'
  readonly #options: E2bOptions
  readonly #place: E2bPlace
  readonly #api: E2bApi
  readonly #closing = new AbortController()

  constructor(options: E2bOptions) {
    this.#options = options
    this.#place = e2bPlace(options.environment)
    this.#api = new E2bApi(this.#place, () => this.#key())
  }

  /**
   * Only checks whether a key is set, without a request to the cloud. The first start shows whether E2B accepts the
   * key.
   */
  async examine(): Promise<ProviderReport> {
    const hasKey = (await this.#key().catch(() => null)) !== null
    return {
      available: hasKey,
      missing: hasKey
        ? null
        : {
            reason: 'There is no key for E2B.',
            repair: `Get one at https://e2b.dev, and store it as a secret of the default project, in Settings under Secrets or with: \`switchboard secret set ${keyName}\``,
          },
      can: {
        // A template fixes CPU and memory when it is built.
        limits: { cpu: false, memory: false, disk: false },
        volumeSizes: false,
        volumes: false,
        ports: hasKey,
        usage: hasKey,
        folders: false,
      },
      noAllowList: 'A list of allowed hosts is not supported on E2B: choose no network, or full access.',
      isCloud: true,
    }
  }

  /** E2B pulls nothing in advance. A missing template shows at the start. */
  async bringImage(): Promise<void> {
    await Promise.resolve()
  }

  async start(spec: ContainerSpec, events: ContainerEvents): Promise<Container> {
    refuseWhatCannotBe(spec)
    await this.#makePlace(spec)
    const cut = new AbortController()
    let sandbox: Sandbox | null = null
    const timer = this.#options.clock.after(startMs, () => cut.abort(new Error('it did not start in time')))
    try {
      sandbox = await this.#api.create({
        template: spec.image,
        metadata: metadataOf(spec),
        timeoutSeconds: lifeSeconds,
        hasInternet: spec.network.mode === 'full',
      })
      const envd = this.#envd(sandbox)
      const stream = envd.start(
        { command: commandOf(spec), environment: spec.environment, hasStdin: spec.isBridged },
        cut.signal,
      )
      return await this.#attached({ sandbox, envd, stream, cut, spec, startedAt: this.#options.clock.now() }, events)
    } catch (thrown) {
      cut.abort()
      await this.#leaveNothing(spec, sandbox)
      throw startFault(thrown, Object.values(spec.environment))
    } finally {
      timer.cancel()
    }
  }

  async find(owner: string): Promise<readonly FoundContainer[]> {
    const found = await this.#api.list({ [labels.owner]: owner })
    return found.map(({ sandboxID, metadata, state, startedAt, alias, templateID }) => ({
      id: sandboxID,
      workspaceId: metadata?.[labels.workspace] ?? '',
      generation: Number(metadata?.[labels.generation]),
      isRunning: state === 'running',
      isStarting: false,
      startedAt: Date.parse(startedAt),
      image: alias ?? templateID,
    }))
  }

  async adopt(found: FoundContainer, events: ContainerEvents): Promise<Container> {
    const sandbox = await this.#api.connect(found.id, lifeSeconds)
    const envd = this.#envd(sandbox)
    const cut = new AbortController()
    const timer = this.#options.clock.after(startMs, () => cut.abort())
    const { startedAt } = found
    try {
      const spec = { isBridged: false, ports: null }
      return await this.#attached({ sandbox, envd, stream: envd.connect(cut.signal), cut, spec, startedAt }, events)
    } catch (thrown) {
      cut.abort()
      throw startFault(thrown, [])
    } finally {
      timer.cancel()
    }
  }

  async remove(id: string): Promise<void> {
    await this.#api.kill(id)
  }

  async listVolumes(): Promise<readonly FoundVolume[]> {
    return await Promise.resolve([])
  }

  async removeVolume(): Promise<void> {
    await Promise.resolve()
  }

  async backupVolume(name: string): Promise<AsyncIterable<Uint8Array>> {
    return await Promise.reject(new AppError('NOT_FOUND', `Volume ${name} does not exist: E2B has no volumes.`))
  }

  async close(): Promise<void> {
    this.#closing.abort()
    await Promise.resolve()
  }

  async #key(): Promise<string | null> {
    const { key, environment } = this.#options
    return (await key()) ?? (environment[keyName] || null)
  }

  #envd({ sandboxID, envdAccessToken, domain }: Sandbox): Envd {
    return new Envd({
      url: portUrl(this.#place, sandboxID, envdPort, domain ?? null),
      headers: {
        ...portHeaders(sandboxID, envdPort),
        ...(envdAccessToken && { 'X-Access-Token': envdAccessToken }),
      },
    })
  }

  async #attached(
    { sandbox, envd, stream, cut, spec, startedAt }: Attaching,
    events: ContainerEvents,
  ): Promise<SandboxContainer> {
    const first = await stream.next()
    if (first.done === true || first.value.kind !== 'start')
      throw new AppError('COMMAND_FAILED', 'The sandbox did not start the program.')
    const { clock } = this.#options
    const parts = { api: this.#api, place: this.#place, clock, closing: this.#closing.signal }
    const { isBridged } = spec
    const ports = spec.ports?.map(({ container }) => container) ?? null
    return new SandboxContainer(
      { ...parts, envd, sandbox, stream, cut, pid: first.value.pid, ports, isBridged, startedAt },
      events,
    )
  }

  /**
   * Ends the server's earlier sandboxes. Sandboxes have no unique names, so E2B would let an old one run beside the
   * new one.
   */
  async #makePlace({ owner, workspaceId, generation }: ContainerSpec): Promise<void> {
    const others = await this.#api.list({ [labels.owner]: owner, [labels.workspace]: workspaceId })
    if (others.some(({ metadata }) => Number(metadata?.[labels.generation]) >= generation))
      throw new AppError('CONFLICT', 'Another engine has started a newer sandbox of this server.')
    await Promise.all(others.map(({ sandboxID }) => this.#api.kill(sandboxID)))
  }

  /** Ends the sandbox of a failed start. A request that got no answer may still have created one. */
  async #leaveNothing(spec: ContainerSpec, sandbox: Sandbox | null): Promise<void> {
    try {
      const left = sandbox === null ? await this.#api.list(metadataOf(spec)) : [sandbox]
      await Promise.all(left.map(({ sandboxID }) => this.#api.kill(sandboxID)))
    } catch {
      // The caller gets the start's own error. A sandbox that is not extended ends by itself.
    }
  }
}

interface Attaching {
  readonly sandbox: Sandbox
  readonly envd: Envd
  readonly stream: ReturnType<Envd['connect']>
  readonly cut: AbortController
  readonly spec: { readonly isBridged: boolean; readonly ports: ContainerSpec['ports'] | null }
  readonly startedAt: number
}

function metadataOf({ owner, workspaceId, generation }: ContainerSpec): Record<string, string> {
  return { [labels.owner]: owner, [labels.workspace]: workspaceId, [labels.generation]: String(generation) }
}

function commandOf({ command }: ContainerSpec): string[] {
  const shell = ['/bin/bash', '-l', '-c']
  return command === null ? [...shell, ownProgram] : [...shell, 'exec "$@"', '--', ...command]
}

function refuseWhatCannotBe({ network, ports, volumes }: ContainerSpec): void {
  const refuse = (what: string) => {
    throw new AppError('LIMIT_NOT_ENFORCEABLE', what)
  }
  if (network.mode === 'allow') refuse('A list of allowed hosts is not supported on E2B.')
  if (volumes.length > 0) refuse('E2B has no persistent volumes.')
  if (ports.some(({ host }) => host !== null))
    refuse('An E2B sandbox cannot publish a port on this machine: leave the port out.')
}

/** Hides secrets in E2B's error, which may repeat values that it was given. */
function startFault(thrown: unknown, secrets: readonly string[]): AppError {
  if (!(thrown instanceof AppError))
    return new AppError('RUNTIME_UNAVAILABLE', 'The sandbox could not be started.', { cause: thrown })
  return new AppError(thrown.code, hideSecrets(thrown.message, secrets), { data: thrown.data })
}
