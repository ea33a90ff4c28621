/**
 * A fake provider on an in-memory runtime. Each engine has its own provider, and several engines may share a runtime.
 */
import { AppError } from '#contract/errors'
import type { ProviderName } from '#contract/hosting/container'
import type {
  Container,
  ContainerEvents,
  ContainerExit,
  ContainerSpec,
  FoundContainer,
  FoundVolume,
  Provider,
  ProviderReport,
  PullProgress,
} from '#engine/hosting/provider'
import { FakeContainer, type FakeRuntime } from '#test/support/hosting/fakeRuntime'

export const ableReport: ProviderReport = {
  available: true,
  missing: null,
  can: {
    limits: { cpu: true, memory: true, disk: false },
    volumeSizes: false,
    volumes: true,
    ports: true,
    usage: true,
    folders: true,
  },
  noAllowList: 'The runtime in memory has no network.',
  isCloud: false,
}

export class FakeProvider implements Provider {
  readonly name: ProviderName
  readonly runtime: FakeRuntime
  /** The result of `examine`. While it says that the runtime is not available, every other request fails. */
  report: ProviderReport
  /** The requests from the engine and the test, in order: `start notes 1`, `remove c1`. */
  readonly asked: string[] = []
  readonly #attached = new Set<FakeContainer>()
  #isDead = false

  constructor(runtime: FakeRuntime, name: ProviderName = 'gvisor', report = ableReport) {
    this.runtime = runtime
    this.name = name
    this.report = report
  }

  /** Acts like a SIGKILL of the engine: it is told nothing more, and the containers keep running without it. */
  abandon(): void {
    this.#isDead = true
    for (const container of this.#attached) container.detach()
  }

  /** Acts as if the runtime itself restarted: every container exits, without a known exit code. */
  restartRuntime(): void {
    for (const container of this.runtime.containers.values()) container.end({ code: null, isOutOfMemory: false })
  }

  async examine(): Promise<ProviderReport> {
    return await Promise.resolve(this.report)
  }

  async bringImage(image: string, onProgress: (progress: PullProgress) => void, signal: AbortSignal): Promise<void> {
    this.#check()
    if (this.runtime.images.has(image)) return
    const kept = this.runtime.registry.get(image)
    for (const step of kept?.steps ?? []) {
      signal.throwIfAborted()
      onProgress(step)
      await new Promise((resolve) => setImmediate(resolve))
    }
    if (kept === undefined) throw imageNotFound(image)
    this.runtime.images.set(image, kept.image)
  }

  async start(spec: ContainerSpec, events: ContainerEvents): Promise<Container> {
    this.#check()
    this.asked.push(`start ${spec.slug} ${spec.generation}`)
    await this.runtime.slowness
    this.#check()
    const image = this.runtime.images.get(spec.image)
    if (image === undefined) throw imageNotFound(spec.image)
    const taken = spec.ports.find(({ host }) => host !== null && this.runtime.takenPorts.has(host))
    if (taken !== undefined) throw new AppError('PORT_TAKEN', `Port ${taken.host} is in use.`)
    const gone = spec.volumes.find(({ name, mustExist = false }) => mustExist && !this.runtime.volumes.has(name))
    if (gone !== undefined) throw new AppError('NOT_FOUND', `The volume ${gone.name} no longer exists.`)
    const other = [...this.runtime.containers.values()].find((one) => one.spec.workspaceId === spec.workspaceId)
    if (other !== undefined && other.spec.generation >= spec.generation)
      throw new AppError('CONFLICT', 'Another engine has started a newer container of this server.')
    for (const { path } of spec.volumes) this.runtime.filesOf(spec, path)
    const told = new OrderedEvents(events)
    const container = new FakeContainer(this.runtime, `c${this.runtime.history.length + 1}`, spec, image)
    this.runtime.history.push(container)
    this.runtime.containers.set(container.id, container)
    this.#attached.add(container)
    container.attach(told)
    if (container.exit !== null) told.exit(container.exit)
    // The promise of the start settles before the first event.
    setImmediate(() => told.open())
    return this.#handle(container, told)
  }

  async find(owner: string): Promise<readonly FoundContainer[]> {
    this.#check()
    const own = [...this.runtime.containers.values()].filter((one) => one.spec.owner === owner)
    return await Promise.resolve(
      own.map(({ id, spec, startedAt, exit }) => ({
        id,
        workspaceId: spec.workspaceId,
        generation: spec.generation,
        isRunning: exit === null,
        isStarting: false,
        startedAt,
        image: spec.image,
      })),
    )
  }

  async adopt(found: FoundContainer, events: ContainerEvents): Promise<Container> {
    this.#check()
    this.asked.push(`adopt ${found.id}`)
    const container = this.runtime.containers.get(found.id)
    if (container === undefined) throw new AppError('NOT_FOUND', 'This container is gone.')
    const told = new OrderedEvents(events)
    this.#attached.add(container)
    container.attach(told)
    if (container.exit !== null) told.exit(container.exit)
    setImmediate(() => told.open())
    return await Promise.resolve(this.#handle(container, told))
  }

  async remove(id: string): Promise<void> {
    this.#check()
    this.asked.push(`remove ${id}`)
    const container = this.runtime.containers.get(id)
    container?.kill()
    this.runtime.containers.delete(id)
    await Promise.resolve()
  }

  async listVolumes(owner: string): Promise<readonly FoundVolume[]> {
    this.#check()
    const own = [...this.runtime.volumes].filter(([, { spec }]) => spec.owner === owner)
    return await Promise.resolve(
      own.map(([name, { spec, path, files }]) => ({
        name,
        workspaceId: spec.workspaceId,
        path,
        bytes: [...files.values()].reduce((sum, text) => sum + text.length, 0),
        isInUse: this.#isInUse(name),
      })),
    )
  }

  async removeVolume(name: string): Promise<void> {
    this.#check()
    this.asked.push(`removeVolume ${name}`)
    if (this.#isInUse(name))
      throw new AppError(
        'VOLUME_IN_USE',
        `A container uses the volume ${name}. Remove the server of that container first.`,
      )
    this.runtime.volumes.delete(name)
    await Promise.resolve()
  }

  async backupVolume(name: string): Promise<AsyncIterable<Uint8Array>> {
    this.#check()
    const volume = this.runtime.volumes.get(name)
    if (volume === undefined) throw new AppError('NOT_FOUND', `Volume ${name} does not exist.`)
    const texts = [...volume.files].map(([file, text]) => Buffer.from(`${file}\n${text}\n`))
    return await Promise.resolve(
      (async function* () {
        for (const text of texts) yield await Promise.resolve(text)
      })(),
    )
  }

  async close(): Promise<void> {
    this.#isDead = true
    await Promise.resolve()
  }

  #check(): void {
    if (this.#isDead || !this.report.available)
      throw new AppError('RUNTIME_UNAVAILABLE', this.report.missing?.reason ?? 'The runtime is not available.')
  }

  #isInUse(volume: string): boolean {
    return [...this.runtime.containers.values()].some(({ spec }) => spec.volumes.some(({ name }) => name === volume))
  }

  #handle(container: FakeContainer, told: OrderedEvents): Container {
    const { runtime } = this
    return {
      id: container.id,
      startedAt: container.startedAt,
      async write(text) {
        await Promise.resolve()
        if (container.exit !== null) throw new AppError('SERVER_LOST', 'The container has ended.')
        container.write(text)
      },
      address(port) {
        const host = container.hostPorts.get(port)
        return host === undefined ? null : (runtime.addresses.get(port) ?? `http://127.0.0.1:${host}`)
      },
      network: () => container.networkUse,
      usage: async () =>
        await Promise.resolve(container.exit === null ? { cpuPercent: 1, memoryBytes: container.memoryBytes } : null),
      stop: async (graceMs) => {
        // A dead engine does not stop its containers.
        if (this.#isDead) return
        container.terminate()
        const timer = runtime.clock.after(graceMs, () => container.kill())
        await container.exited()
        timer.cancel()
        runtime.containers.delete(container.id)
        await told.ended()
      },
    }
  }
}

/**
 * Passes on output in order, one piece at a time, and the exit last and once. Nothing is passed on before the start has
 * settled.
 */
class OrderedEvents {
  readonly #events: ContainerEvents
  readonly #queue: (() => void | Promise<void>)[] = []
  #isOpen = false
  #isBusy = false
  #tellEnded: () => void = () => undefined
  readonly #ended = new Promise<void>((resolve) => (this.#tellEnded = resolve))

  constructor(events: ContainerEvents) {
    this.#events = events
  }

  output(source: 'stdout' | 'stderr', text: string): void {
    const bytes = Buffer.from(text)
    this.#push(() => (source === 'stdout' ? this.#events.onStdout(bytes) : this.#events.onStderr(bytes)))
  }

  exit(exit: ContainerExit): void {
    this.#push(() => {
      this.#events.onExit(exit)
      this.#tellEnded()
    })
  }

  open(): void {
    this.#isOpen = true
    void this.#run()
  }

  ended(): Promise<void> {
    return this.#ended
  }

  #push(step: () => void | Promise<void>): void {
    this.#queue.push(step)
    void this.#run()
  }

  async #run(): Promise<void> {
    if (!this.#isOpen || this.#isBusy) return
    this.#isBusy = true
    for (let step = this.#queue.shift(); step !== undefined; step = this.#queue.shift()) await step()
    this.#isBusy = false
  }
}

function imageNotFound(image: string): AppError {
  return new AppError('IMAGE_NOT_FOUND', `The image ${image} was not found: manifest unknown`)
}
