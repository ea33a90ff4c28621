/**
 * Hosted servers' containers: at most one for each server, even if engines share a database. The server's connection
 * starts and stops the container, and decides about restarts. The container's state is stored in the server's row.
 */
import { AppError } from '#contract/errors'
import type { ProviderName } from '#contract/hosting/container'
import type { ContainerLaunch } from '#contract/servers/server'
import { type Choice, chooseProvider, type ReportedProvider, type Wanted } from '#engine/hosting/choice'
import { containerSpec } from '#engine/hosting/containerSpec'
import { CrashHistory } from '#engine/hosting/crashes'
import { FoundContainers } from '#engine/hosting/foundContainers'
import { shutdownGraceMs } from '#engine/hosting/lastAnswers'
import { Leases } from '#engine/hosting/leases'
import type { ReadyPackage } from '#engine/hosting/packages/packageInstaller'
import { Preparation, type PreparationOptions } from '#engine/hosting/preparation'
import type { Container, Provider } from '#engine/hosting/provider'
import { Trials } from '#engine/hosting/trials'
import { onlyOne, runElsewhere, type Wish } from '#engine/hosting/wish'
import type { LiveContainer, RunContainer, RunningContainer } from '#engine/hosting/runningContainer'
import { type Watched, watchedEvents } from '#engine/hosting/watchedEvents'
import type { Clock, Log } from '#engine/ports'
import type { WorkspaceCrash, WorkspacePatch, WorkspaceRow, WorkspaceStore } from '#engine/store/servers/workspaceStore'

export interface ContainersOptions extends PreparationOptions {
  readonly store: WorkspaceStore
  readonly providers: readonly Provider[]
  /** The store's id. Containers carry it as a label, by which they are found. */
  readonly owner: () => Promise<string>
  /** This engine's name, stored in the rows of the servers that it runs and shown in messages. */
  readonly engine: string
  readonly clock: Clock
  readonly log: Log
  readonly redact: (text: string) => string
  readonly background: { run(what: string, work: () => Promise<unknown>): void }
  /** Called when the reported state of a hosted server has changed. */
  readonly onChanged: (id: string) => void
}

interface Live extends LiveContainer {
  readonly isBridged: boolean
  readonly gone: Promise<void>
  /** Whether the container is being stopped, or has exited. */
  readonly isLeaving: boolean
  stop(givenMs?: number): Promise<void>
  /** Leaves the container running for another engine. In this engine, it counts as exited. */
  letGo(): void
}

/** How long a container may take to exit before it is killed. */
const graceMs = { usual: 10_000, atShutdown: shutdownGraceMs }
/** How long a report about the runtimes is reused, so that servers that start together share one. */
const reportMs = 2_000

export class Containers {
  readonly #options: ContainersOptions
  readonly #leases: Leases
  readonly #found: FoundContainers
  readonly #preparation: Preparation
  readonly #live = new Map<string, Live>()
  readonly #starting = new Map<string, Promise<void>>()
  readonly #crashes = new Map<string, CrashHistory>()
  /** The servers whose container exited by itself and has not been started again since. */
  readonly #ended = new Set<string>()
  readonly #trials = new Trials()
  readonly #abort = new AbortController()
  #noted: Promise<void> = Promise.resolve()
  #reports: { readonly at: number; readonly reports: Promise<ReportedProvider[]> } | null = null

  constructor(options: ContainersOptions) {
    this.#options = options
    this.#found = new FoundContainers(options)
    this.#preparation = new Preparation(options)
    this.#leases = new Leases({ ...options, onLost: (id) => this.#lost(id) })
  }

  /** The server's running container; null if none is running in this engine. */
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
    if (provider === undefined) throw new AppError('RUNTIME_UNAVAILABLE', `The runtime ${name} is not available.`)
    return provider
  }

  /** What each runtime can do now, in no particular order. */
  reports(maxAgeMs = reportMs): Promise<ReportedProvider[]> {
    const { clock, providers } = this.#options
    const now = clock.elapsed()
    if (this.#reports === null || now - this.#reports.at >= maxAgeMs) {
      const ask = async (one: Provider) => ({ name: one.name, report: await one.examine() })
      this.#reports = { at: now, reports: Promise.all(providers.map(ask)) }
    }
    return this.#reports.reports
  }

  /** Chooses the runtime that would run a server now. Rejects with `RUNTIME_UNAVAILABLE` or `LIMIT_NOT_ENFORCEABLE`. */
  async choose(wanted: Wanted): Promise<Choice> {
    try {
      return chooseProvider(await this.reports(), wanted)
    } catch {
      // A runtime that was missing a moment ago may be available now.
      return chooseProvider(await this.reports(0), wanted)
    }
  }

  /**
   * Does everything that is slow or may fail before a start, so that the old container can keep running meanwhile.
   * Rejects like `choose` and `bringImage`, or with `INSTALL_FAILED`.
   */
  async prepare(slug: string, launch: ContainerLaunch): Promise<void> {
    const choice = await this.choose(launch)
    await this.#preparation.bring(slug, launch, this.provider(choice.name), choice, this.#abort.signal)
  }

  readonly run: RunContainer = async (slug, launch, events, signal) => {
    const { id } = await this.#rowOf(slug)
    await this.#trials.over(id)
    const running = this.#run(id, { slug, launch, events, signal: this.#signalWith(signal), isTrial: false })
    const settled = running.then(
      () => undefined,
      () => undefined,
    )
    this.#starting.set(id, settled)
    try {
      return await running
    } finally {
      if (this.#starting.get(id) === settled) this.#starting.delete(id)
    }
  }

  /**
   * Runs a server's container only to examine it, so its exit does not count as a crash. Rejects if the container is
   * already running.
   */
  readonly tryOut: RunContainer = async (slug, launch, events, signal) => {
    const { id } = await this.#rowOf(slug)
    if (this.#starting.has(id) || this.#trials.has(id)) throw onlyOne(slug)
    const wasHeld = this.#leases.holds(id)
    const over = this.#trials.begin(id)
    try {
      const wish = { slug, launch, events, signal: this.#signalWith(signal), isTrial: true }
      const running = await this.#run(id, wish)
      const release = async () => {
        if (!wasHeld && this.#trials.has(id)) await this.#leases.release(id)
      }
      return { container: running.container, stop: () => running.stop().then(release).finally(over) }
    } catch (thrown) {
      over()
      throw thrown
    }
  }

  async #run(id: string, wish: Wish): Promise<RunningContainer> {
    const { slug, launch } = wish
    // A server must not have a second container.
    if (this.#live.get(id)?.isLeaving === false) throw onlyOne(slug)
    await this.#live.get(id)?.gone
    const choice = await this.choose(launch)
    const row = await this.#claim(id)
    try {
      return await this.#runAs(row, choice, wish)
    } catch (thrown) {
      await this.#leases.release(id)
      throw thrown
    }
  }

  async #runAs(row: WorkspaceRow, choice: Choice, wish: Wish): Promise<RunningContainer> {
    const { id } = row
    const { launch } = wish
    const provider = this.provider(choice.name)
    const wasFound = launch.stdioBridge ? await this.#found.remove(id) : await this.#found.take(row, choice.name)
    const told = watchedEvents(wish.events, (exit, said) => {
      this.#options.packages.doubt(provider, launch)
      this.#crashed(id, exit.code, said)
    })
    told.isAsked = wish.isTrial
    const container =
      wasFound === null
        ? await this.#start({ ...wish, events: told.events }, row, choice)
        : await wasFound.adopt(told.events)
    return this.#keep(id, container, choice, told, provider, launch.stdioBridge)
  }

  /** Resets a server's count of restarts. */
  async forgetCrashes(id: string): Promise<void> {
    this.#ended.delete(id)
    await this.#note(id, { restartCount: 0 })
  }

  /** Stores the state of the server's connection. */
  noteStatus(id: string, status: WorkspaceRow['status']): void {
    // Statuses are stored one after another, so that the last one wins.
    this.#noted = this.#noted.then(() => this.#note(id, { status })).catch(() => undefined)
    this.#options.background.run('store the status of a hosted server', () => this.#noted)
  }

  /** Resolves when the server has no container here, and none is being started. */
  async gone(id: string): Promise<void> {
    await this.#starting.get(id)
    await this.#live.get(id)?.gone
  }

  /** Removes containers left by earlier engines whose servers were removed or switched off. */
  async sweep(isWanted: (id: string) => boolean): Promise<void> {
    if ((await this.#options.wasUsed.get()) !== true) return
    const { signal } = this.#abort
    await this.#found.sweep(
      isWanted,
      async (id) => (await this.#leases.claim(id)) !== null,
      (provider, container) => this.#options.packages.outlive(provider, container, signal),
    )
  }

  /** Cancels the starts under way. From now on, containers get more time to exit when they are stopped. */
  leave(): void {
    this.#abort.abort()
  }

  /** Call this after every connection has stopped. */
  async close(): Promise<void> {
    await Promise.all([...this.#live.values()].map((one) => one.stop()))
    await this.#leases.releaseAll()
    await Promise.all(this.#options.providers.map((one) => one.close()))
  }

  #signalWith(signal: AbortSignal | undefined): AbortSignal {
    return signal === undefined ? this.#abort.signal : AbortSignal.any([this.#abort.signal, signal])
  }

  async #rowOf(slug: string): Promise<WorkspaceRow> {
    const row = await this.#options.store.bySlug(slug)
    if (row === null) throw new AppError('SERVER_UNAVAILABLE', `Hosted server ${slug} no longer exists.`)
    return row
  }

  async #claim(id: string): Promise<WorkspaceRow> {
    const row = await this.#leases.claim(id)
    if (row !== null) return row
    // The next start here must search again for containers, because the other engine may leave one.
    this.#found.forget(id)
    const other = (await this.#options.store.list()).find((one) => one.id === id)
    if (other === undefined) throw new AppError('SERVER_UNAVAILABLE', 'The hosted server was removed.')
    throw runElsewhere(other.owner)
  }

  async #start(wish: Wish, row: WorkspaceRow, choice: Choice): Promise<Container> {
    const { id } = row
    const { slug, launch, signal, isTrial } = wish
    const { name, limits } = choice
    const provider = this.provider(name)
    const bring = () => this.#preparation.bring(slug, launch, provider, choice, signal)
    const installed = await bring()
    signal.throwIfAborted()
    const restartCount = !isTrial && this.#ended.delete(id) ? row.restartCount + 1 : row.restartCount
    const generation = row.generation + 1
    const started = { generation, provider: name, restartCount, containerId: null }
    await this.#note(id, isTrial ? started : { ...started, status: 'creating' })
    const owner = await this.#options.owner()
    await this.#preparation.noteUse()
    const start = (ready: ReadyPackage | null) =>
      provider.start(containerSpec({ owner, id, slug, generation }, launch, limits, ready), wish.events)
    const container = await this.#preparation.startWith(installed, { provider, launch }, start, bring)
    await this.#note(id, { containerId: container.id })
    return container
  }

  #keep(
    id: string,
    container: Container,
    choice: Choice,
    told: Watched,
    { name }: Provider,
    isBridged: boolean,
  ): RunningContainer {
    let stopping: Promise<void> | null = null
    let tellGone: () => void = () => undefined
    const gone = new Promise<void>((resolve) => (tellGone = resolve))
    const end = async (givenMs: number) => {
      told.isAsked = true
      try {
        await container.stop(givenMs)
      } catch (thrown) {
        // The runtime is not answering. The next start searches for what is left.
        this.#found.forget(id)
        this.#options.log.warn({ server: id, container: container.id, error: thrown }, 'removing a container failed')
      }
      if (this.#live.get(id) === live) this.#live.delete(id)
      tellGone()
      this.#options.onChanged(id)
    }
    const leave = async () => {
      this.#live.delete(id)
      tellGone()
      told.letGo()
      this.#options.onChanged(id)
    }
    const usualMs = () => (this.#abort.signal.aborted ? graceMs.atShutdown : graceMs.usual)
    const stop = (givenMs = usualMs()) => (stopping ??= end(givenMs))
    const live: Live = {
      container,
      provider: name,
      isBridged,
      notEnforced: choice.notEnforced,
      gone,
      get isLeaving() {
        return stopping !== null
      },
      stop,
      letGo: () => void (stopping ??= leave()),
    }
    this.#live.set(id, live)
    this.#options.onChanged(id)
    return { container, stop: () => stop() }
  }

  #crashed(id: string, exitCode: number | null, said: string): void {
    const { clock, redact, background, onChanged } = this.#options
    this.#ended.add(id)
    if (exitCode === 0) return
    const crash = { at: clock.now(), exitCode, stderr: redact(said) }
    const history = this.#crashes.get(id) ?? new CrashHistory()
    history.add(crash)
    this.#crashes.set(id, history)
    background.run('note a crash', () => this.#note(id, { lastCrash: crash }))
    onChanged(id)
  }

  #lost(id: string): void {
    const live = this.#live.get(id)
    if (live === undefined) return
    this.#options.log.warn({ server: id }, 'another engine now runs this hosted server: stopping it here')
    this.#found.forget(id)
    // The connection sees the exit and tries to restart the server, but by then its row belongs to the other engine.
    this.#options.background.run('end a hosted server', async () => {
      const row = (await this.#options.store.list()).find((one) => one.id === id)
      // A container that speaks HTTP keeps running, because the other engine adopts it.
      if (!live.isBridged && row?.containerId === live.container.id) live.letGo()
      else await live.stop(0)
    })
  }

  #note(id: string, patch: WorkspacePatch): Promise<void> {
    const { store, engine, clock } = this.#options
    return store.note(id, engine, patch, clock.now())
  }
}
