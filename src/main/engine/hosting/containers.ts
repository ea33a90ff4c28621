/**
 * The containers of hosted servers: at most one for each, whoever started it. A connection asks for one and stops it; when it
 * is started again is the connection's to decide. What is true of a container is noted in its row.
 */
import { AppError } from '#contract/errors'
import type { LimitName, ProviderName } from '#contract/hosting/container'
import type { ContainerLaunch } from '#contract/servers/server'
import { type Choice, chooseProvider, type ReportedProvider, type Wanted } from '#engine/hosting/choice'
import { CrashHistory, OutputTail } from '#engine/hosting/crashes'
import { FoundContainers } from '#engine/hosting/foundContainers'
import { Leases } from '#engine/hosting/leases'
import type { Container, ContainerEvents, ContainerSpec, Provider, PullProgress } from '#engine/hosting/provider'
import { volumeName } from '#engine/hosting/volumes'
import type { Clock, Log } from '#engine/ports'
import type { WorkspaceCrash, WorkspacePatch, WorkspaceRow, WorkspaceStore } from '#engine/store/servers/workspaceStore'

export interface ContainersOptions {
  readonly store: WorkspaceStore
  readonly providers: readonly Provider[]
  /** Of the store: the label by which containers are found again. */
  readonly owner: () => Promise<string>
  /** Whether any container was ever started for this store. */
  readonly wasUsed: { note(): Promise<unknown>; get(): Promise<unknown> }
  /** This engine, in words by which a person knows it from others on the database. */
  readonly engine: string
  readonly clock: Clock
  readonly log: Log
  readonly redact: (text: string) => string
  readonly background: { run(what: string, work: () => Promise<unknown>): void }
  readonly onPulling: (pull: Pull) => void
  /** What there is to say of a hosted server is not what it was. */
  readonly onChanged: (id: string) => void
}

export interface Pull extends PullProgress {
  readonly slug: string
  readonly image: string
}

export interface RunningContainer {
  readonly container: Container
  /** Asked to end, then removed; volumes stay. Idempotent; resolves when nothing of it is left. */
  stop(): Promise<void>
}

/** Rejects with `SERVER_UNAVAILABLE` where another engine runs it, and as a provider does. */
export type RunContainer = (slug: string, launch: ContainerLaunch, events: ContainerEvents) => Promise<RunningContainer>

/** One that runs, or is being stopped. */
export interface LiveContainer {
  readonly container: Container
  readonly provider: ProviderName
  readonly notEnforced: readonly LimitName[]
}

interface Live extends LiveContainer {
  readonly gone: Promise<void>
  /** It is being stopped, or has ended. */
  readonly isLeaving: boolean
  stop(givenMs?: number): Promise<void>
}

/** How long a container may take to end by itself. */
const graceMs = { usual: 10_000, atShutdown: 30_000 }
/** What runtimes say of themselves is asked once for servers that start together. */
const reportMs = 2_000

export class Containers {
  readonly #options: ContainersOptions
  readonly #leases: Leases
  readonly #found: FoundContainers
  readonly #live = new Map<string, Live>()
  readonly #crashes = new Map<string, CrashHistory>()
  /** Those that ended by themselves and were not started since. */
  readonly #ended = new Set<string>()
  readonly #abort = new AbortController()
  #usedNoted: Promise<unknown> | null = null
  #noted: Promise<void> = Promise.resolve()
  #reports: { readonly at: number; readonly reports: Promise<ReportedProvider[]> } | null = null

  constructor(options: ContainersOptions) {
    this.#options = options
    this.#found = new FoundContainers(options)
    this.#leases = new Leases({ ...options, onLost: (id) => this.#lost(id) })
  }

  /** What runs now; null: nothing here. */
  live(id: string): LiveContainer | null {
    return this.#live.get(id) ?? null
  }

  all(): ReadonlyMap<string, LiveContainer> {
    return this.#live
  }

  crashes(id: string): readonly WorkspaceCrash[] {
    return this.#crashes.get(id)?.all() ?? []
  }

  provider(name: ProviderName): Provider {
    const provider = this.#options.providers.find((one) => one.name === name)
    if (provider === undefined) throw new AppError('RUNTIME_UNAVAILABLE', `The runtime ${name} is not there.`)
    return provider
  }

  /** In no order. */
  reports(maxAgeMs = reportMs): Promise<ReportedProvider[]> {
    const { clock, providers } = this.#options
    const now = clock.elapsed()
    if (this.#reports === null || now - this.#reports.at >= maxAgeMs) {
      const ask = async (one: Provider) => ({ name: one.name, report: await one.examine() })
      this.#reports = { at: now, reports: Promise.all(providers.map(ask)) }
    }
    return this.#reports.reports
  }

  /** Which runtime would take it now. Rejects with `RUNTIME_UNAVAILABLE` or `LIMIT_NOT_ENFORCEABLE`. */
  async choose(wanted: Wanted): Promise<Choice> {
    return chooseProvider(await this.reports(), wanted)
  }

  readonly run: RunContainer = async (slug, launch, events) => {
    const { id } = await this.#rowOf(slug)
    // A second one cannot be.
    if (this.#live.get(id)?.isLeaving === false)
      throw new AppError('CONFLICT', `The container of ${slug} runs already, and there is only one.`)
    await this.#live.get(id)?.gone
    const choice = await this.choose(launch)
    const row = await this.#claim(id)
    try {
      return await this.#runAs(row, choice, slug, launch, events)
    } catch (thrown) {
      await this.#leases.release(id)
      throw thrown
    }
  }

  async #runAs(
    row: WorkspaceRow,
    choice: Choice,
    slug: string,
    launch: ContainerLaunch,
    events: ContainerEvents,
  ): Promise<RunningContainer> {
    const { id } = row
    const provider = this.provider(choice.name)
    const wasFound = launch.stdioBridge ? await this.#found.remove(id) : await this.#found.take(row, choice.name)
    const told = this.#watched(id, events)
    const container =
      wasFound === null ? await this.#start(slug, launch, row, choice, told.events) : await wasFound.adopt(told.events)
    return this.#keep(id, container, choice, told, provider)
  }

  /** What was counted begins again. */
  async forgetCrashes(id: string): Promise<void> {
    this.#ended.delete(id)
    await this.#note(id, { restartCount: 0 })
  }

  /** What is stored of it follows its connection. */
  noteStatus(id: string, status: WorkspaceRow['status']): void {
    // One after another: the last one holds.
    this.#noted = this.#noted.then(() => this.#note(id, { status })).catch(() => undefined)
    this.#options.background.run('note the status of a hosted server', () => this.#noted)
  }

  /** Resolves when no container of it is left here. */
  async gone(id: string): Promise<void> {
    await this.#live.get(id)?.gone
  }

  /** Removes what engines before left that no server wants: those of servers that are gone, or switched off. */
  async sweep(isWanted: (id: string) => boolean): Promise<void> {
    if ((await this.#options.wasUsed.get()) !== true) return
    await this.#found.sweep(isWanted, async (id) => (await this.#leases.claim(id)) !== null)
  }

  /** What is stopped from now on has more time to end. */
  leave(): void {
    this.#abort.abort()
  }

  /** After everything was stopped. */
  async close(): Promise<void> {
    await Promise.all([...this.#live.values()].map((one) => one.stop()))
    await this.#leases.releaseAll()
    await Promise.all(this.#options.providers.map((one) => one.close()))
  }

  async #rowOf(slug: string): Promise<WorkspaceRow> {
    const row = await this.#options.store.bySlug(slug)
    if (row === null) throw new AppError('SERVER_UNAVAILABLE', `There is no hosted server ${slug} any more.`)
    return row
  }

  async #claim(id: string): Promise<WorkspaceRow> {
    const row = await this.#leases.claim(id)
    if (row !== null) return row
    const other = (await this.#options.store.list()).find((one) => one.id === id)
    if (other === undefined) throw new AppError('SERVER_UNAVAILABLE', 'The hosted server was removed.')
    throw new AppError('SERVER_UNAVAILABLE', `Another engine on this database runs it: ${other.owner ?? 'none yet'}.`, {
      data: { owner: other.owner },
    })
  }

  async #start(
    slug: string,
    launch: ContainerLaunch,
    row: WorkspaceRow,
    { name, limits }: Choice,
    events: ContainerEvents,
  ): Promise<Container> {
    const { id } = row
    const { image } = launch
    const provider = this.provider(name)
    await provider.bringImage(image, (pull) => this.#options.onPulling({ slug, image, ...pull }), this.#abort.signal)
    const restartCount = this.#ended.delete(id) ? row.restartCount + 1 : row.restartCount
    const generation = row.generation + 1
    await this.#note(id, { generation, provider: name, restartCount, status: 'creating', containerId: null })
    const owner = await this.#options.owner()
    await (this.#usedNoted ??= this.#options.wasUsed.note())
    const spec: ContainerSpec = {
      owner,
      workspaceId: id,
      slug,
      generation,
      image,
      command: null,
      environment: launch.environment,
      limits,
      volumes: launch.volumes.map((path) => ({ name: volumeName(owner, slug, path), path })),
      ports: launch.ports.map(({ container, host = null }) => ({ container, host })),
      network: networkOf(launch),
      isBridged: launch.stdioBridge,
    }
    const container = await provider.start(spec, events)
    await this.#note(id, { containerId: container.id })
    return container
  }

  #keep(id: string, container: Container, choice: Choice, told: Watched, { name }: Provider): RunningContainer {
    let stopping: Promise<void> | null = null
    let tellGone: () => void = () => undefined
    const gone = new Promise<void>((resolve) => (tellGone = resolve))
    const end = async (givenMs: number) => {
      told.isAsked = true
      try {
        await container.stop(givenMs)
      } catch (thrown) {
        // Its runtime is away: the next start looks what is left of it.
        this.#found.forget(id)
        this.#options.log.warn({ server: id, container: container.id, error: thrown }, 'a container was not removed')
      }
      if (this.#live.get(id) === live) this.#live.delete(id)
      tellGone()
      this.#options.onChanged(id)
    }
    const usualMs = () => (this.#abort.signal.aborted ? graceMs.atShutdown : graceMs.usual)
    const stop = (givenMs = usualMs()) => (stopping ??= end(givenMs))
    const live: Live = {
      container,
      provider: name,
      notEnforced: choice.notEnforced,
      gone,
      get isLeaving() {
        return stopping !== null
      },
      stop,
    }
    this.#live.set(id, live)
    this.#options.onChanged(id)
    return { container, stop: () => stop() }
  }

  /** Notes how it ends, if nobody asked it to. */
  #watched(id: string, events: ContainerEvents): Watched {
    const tail = new OutputTail()
    const watched: Watched = {
      isAsked: false,
      events: {
        onStdout: (bytes) => events.onStdout(bytes),
        onStderr: (bytes) => {
          tail.add(bytes)
          return events.onStderr(bytes)
        },
        onExit: (exit) => {
          if (!watched.isAsked) this.#crashed(id, exit.code, tail)
          events.onExit(exit)
        },
      },
    }
    return watched
  }

  #crashed(id: string, exitCode: number | null, tail: OutputTail): void {
    const { clock, redact, background, onChanged } = this.#options
    this.#ended.add(id)
    if (exitCode === 0) return
    const crash = { at: clock.now(), exitCode, stderr: redact(tail.text()) }
    const history = this.#crashes.get(id) ?? new CrashHistory()
    history.add(crash)
    this.#crashes.set(id, history)
    background.run('note a crash', () => this.#note(id, { lastCrash: crash }))
    onChanged(id)
  }

  #lost(id: string): void {
    const live = this.#live.get(id)
    if (live === undefined) return
    this.#options.log.warn({ server: id }, 'another engine runs this hosted server now: it is ended here')
    this.#found.forget(id)
    // Its connection hears the exit, and asks again: by then it is the other engine's.
    this.#options.background.run('end a hosted server', () => live.stop(0))
  }

  #note(id: string, patch: WorkspacePatch): Promise<void> {
    const { store, engine, clock } = this.#options
    return store.note(id, engine, patch, clock.now())
  }
}

interface Watched {
  /** Somebody wants it to end. */
  isAsked: boolean
  readonly events: ContainerEvents
}

function networkOf({ network: { mode, hosts } }: ContainerLaunch): ContainerSpec['network'] {
  return mode === 'allow' ? { mode, hosts } : { mode }
}
