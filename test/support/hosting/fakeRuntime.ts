/**
 * A container runtime in memory. Like real containers, these outlive the engine that started them: each engine in a
 * test has its own `FakeProvider` on one `FakeRuntime`.
 */
import type { Clock } from '#engine/ports'
import type { ContainerExit, ContainerSpec, NetworkUse, PullProgress } from '#engine/hosting/provider'

/** What a program in a container sees and can do. */
export interface FakeBody {
  readonly environment: Readonly<Record<string, string>>
  readonly command: readonly string[] | null
  /** Returns the files of the volume that is mounted at this path. They outlive the container. */
  files(path: string): Map<string, string>
  stdout(text: string): void
  stderr(text: string): void
  exit(code: number): void
}

/**
 * How the program behaves. Without `terminate` it exits with 143 on SIGTERM. Without `inputEnd` it ignores the end of
 * stdin.
 */
export interface FakeProgram {
  input(text: string): void
  inputEnd?(): void
  terminate?(): void
  kill?(): void
}

export type FakeImage = (body: FakeBody) => FakeProgram

/** What the attached engine receives from a container. */
export interface FakeListener {
  output(source: 'stdout' | 'stderr', text: string): void
  exit(exit: ContainerExit): void
}

export class FakeRuntime {
  readonly images = new Map<string, FakeImage>()
  /** Images that can be pulled, in the steps that a pull reports. */
  readonly registry = new Map<string, { readonly image: FakeImage; readonly steps: readonly PullProgress[] }>()
  readonly containers = new Map<string, FakeContainer>()
  /** Every container that was ever started, oldest first. */
  readonly history: FakeContainer[] = []
  readonly volumes = new Map<string, { readonly spec: ContainerSpec; path: string; files: Map<string, string> }>()
  /** Host ports that are in use. */
  readonly takenPorts = new Set<number>()
  /** The addresses at which images really serve their published ports, by container port. */
  readonly addresses = new Map<number, string>()
  readonly clock: Clock
  /** The promise that every start waits for. */
  slowness: Promise<void> = Promise.resolve()
  #lastPort = 40_000

  constructor(clock: Clock, images: Readonly<Record<string, FakeImage>> = {}) {
    this.clock = clock
    for (const [name, image] of Object.entries(images)) this.images.set(name, image)
  }

  /** Returns a workspace's newest container, whether it is running or not. */
  newest(workspaceId: string): FakeContainer {
    const found = this.history.findLast((one) => one.spec.workspaceId === workspaceId)
    if (found === undefined) throw new Error(`no container of ${workspaceId} was ever started`)
    return found
  }

  freePort(): number {
    do this.#lastPort++
    while (this.takenPorts.has(this.#lastPort))
    return this.#lastPort
  }

  filesOf(spec: ContainerSpec, path: string): Map<string, string> {
    const volume = spec.volumes.find((one) => one.path === path)
    if (volume === undefined) return new Map()
    const kept = this.volumes.get(volume.name) ?? { spec, path, files: new Map<string, string>() }
    this.volumes.set(volume.name, kept)
    return kept.files
  }
}

export class FakeContainer {
  readonly id: string
  readonly spec: ContainerSpec
  readonly startedAt: number
  readonly hostPorts: ReadonlyMap<number, number>
  /** Everything that was written to the container's stdin. */
  readonly written: string[] = []
  memoryBytes = 20_000_000
  /** The container's requests to allowed and refused hosts. */
  networkUse: NetworkUse | null = null
  exit: ContainerExit | null = null
  /** Whether the program is frozen: its output is held back, it reads nothing, and only signals reach it. */
  isFrozen = false
  readonly #runtime: FakeRuntime
  #listener: FakeListener | null = null
  readonly #program: FakeProgram
  readonly #whenExited: (() => void)[] = []

  constructor(runtime: FakeRuntime, id: string, spec: ContainerSpec, image: FakeImage) {
    this.#runtime = runtime
    this.id = id
    this.spec = spec
    this.startedAt = runtime.clock.now()
    this.hostPorts = new Map(spec.ports.map((port) => [port.container, port.host ?? runtime.freePort()]))
    for (const port of this.hostPorts.values()) runtime.takenPorts.add(port)
    this.#program = image({
      environment: spec.environment,
      command: spec.command,
      files: (path) => runtime.filesOf(spec, path),
      stdout: (text) => this.#say('stdout', text),
      stderr: (text) => this.#say('stderr', text),
      exit: (code) => this.end({ code, isOutOfMemory: false }),
    })
  }

  attach(listener: FakeListener): void {
    this.#listener = listener
  }

  /** Acts as if the engine were gone or its stream were cut: stdin ends, and the output is lost. */
  detach(): void {
    this.#listener = null
    if (this.exit === null) this.#program.inputEnd?.()
  }

  write(text: string): void {
    this.written.push(text)
    if (!this.isFrozen) this.#program.input(text)
  }

  /** Makes the program exit by its own fault. */
  crash(code: number, stderr = ''): void {
    if (stderr !== '') this.#say('stderr', stderr)
    this.end({ code, isOutOfMemory: false })
  }

  runOutOfMemory(): void {
    this.end({ code: 137, isOutOfMemory: true })
  }

  /** Makes the program stop answering, without exiting. */
  freeze(): void {
    this.isFrozen = true
  }

  thaw(): void {
    this.isFrozen = false
  }

  terminate(): void {
    if (this.exit !== null) return
    if (this.#program.terminate === undefined) this.end({ code: 143, isOutOfMemory: false })
    else if (!this.isFrozen) this.#program.terminate()
  }

  kill(): void {
    this.end({ code: 137, isOutOfMemory: false })
  }

  end(exit: ContainerExit): void {
    if (this.exit !== null) return
    this.exit = exit
    this.#program.kill?.()
    for (const port of this.hostPorts.values()) this.#runtime.takenPorts.delete(port)
    this.#listener?.exit(exit)
    for (const tell of this.#whenExited.splice(0)) tell()
  }

  exited(): Promise<void> {
    return this.exit === null ? new Promise((resolve) => this.#whenExited.push(resolve)) : Promise.resolve()
  }

  #say(source: 'stdout' | 'stderr', text: string): void {
    if (!this.isFrozen && this.exit === null) this.#listener?.output(source, text)
  }
}
