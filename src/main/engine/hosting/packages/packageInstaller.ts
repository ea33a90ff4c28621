/**
 * Installs packages into volumes. Each installation runs in a container that has a network but runs no install scripts,
 * so the package's code never runs with a network that its server may not have. Servers mount the volume read-only. If
 * several engines install one package, one of them does it and the others wait for its container.
 */
import { AppError, messageOf } from '#contract/errors'
import { packageText, type PackageRegistry, type PackageRun, registryTitles } from '#contract/hosting/package'
import type { ContainerLaunch } from '#contract/servers/server'
import { OutputTail } from '#engine/hosting/crashes'
import {
  indexVariables,
  installationOf,
  type Installed,
  installCommand,
  packageRoot,
  packageVolumeName,
  packageVolumePrefix,
  readInstalled,
} from '#engine/hosting/packages/installProgram'
import type {
  Container,
  ContainerEvents,
  ContainerExit,
  ContainerLimits,
  ContainerSpec,
  FoundContainer,
  MountedVolume,
  Provider,
} from '#engine/hosting/provider'
import type { Clock, Log } from '#engine/ports'

export interface PackageInstallerOptions {
  readonly owner: () => Promise<string>
  readonly addresses: () => Readonly<Record<PackageRegistry, string>>
  readonly clock: Clock
  readonly log: Log
  readonly onLine: (slug: string, name: string, line: string) => void
}

export interface Wanted {
  readonly slug: string
  readonly image: string
  readonly run: PackageRun
  readonly limits: ContainerLimits
}

/** What a server needs to run a package. */
export interface ReadyPackage extends Installed {
  readonly volume: MountedVolume
}

const installMs = 600_000
const stopMs = 2_000
/** How long a container may take from its creation to its start. */
const startMs = 30_000
const lookEveryMs = 100
const mebibyte = 2 ** 20
/** The least memory and the fewest cores of an installer, which needs more than the server that it installs. */
const leastMemoryBytes = 1024 * mebibyte
const leastCores = 1
const maxPrinted = 64 * 1024

export class PackageInstaller {
  readonly #options: PackageInstallerOptions
  /** Installations that are complete or under way, by runtime, image and package. */
  readonly #ready = new Map<string, Promise<Installed>>()

  constructor(options: PackageInstallerOptions) {
    this.#options = options
  }

  /**
   * Installs a package, unless it is installed. Rejects with `INSTALL_FAILED` or a provider's error, and then leaves
   * nothing behind.
   */
  async ready(provider: Provider, wanted: Wanted, signal: AbortSignal): Promise<ReadyPackage> {
    const name = await this.#nameOf(provider, wanted)
    const key = keyOf(provider, wanted)
    let installed = this.#ready.get(key)
    if (installed === undefined) {
      installed = this.#install(provider, name, wanted, signal)
      this.#ready.set(key, installed)
      installed.catch(() => this.#ready.delete(key))
    }
    return { ...(await installed), volume: { name, path: packageRoot, isReadOnly: true, mustExist: true } }
  }

  /**
   * Makes the next start check the package again. Call this when its volume is gone, or may be damaged because a server
   * that uses it crashed.
   */
  doubt(provider: Provider, { image, package: run }: Pick<ContainerLaunch, 'image' | 'package'>): void {
    if (run !== null) this.#ready.delete(keyOf(provider, { image, run }))
  }

  /** Removes the packages that are not wanted. */
  async sweep(provider: Provider, isWanted: readonly Pick<Wanted, 'image' | 'run'>[]): Promise<void> {
    const names = new Set(await Promise.all(isWanted.map((one) => this.#nameOf(provider, one))))
    const known = new Set(isWanted.map((one) => keyOf(provider, one)))
    for (const key of this.#ready.keys()) if (!known.has(key)) this.#ready.delete(key)
    for (const { name, isInUse } of await provider.listVolumes(await this.#options.owner())) {
      if (!name.startsWith(packageVolumePrefix) || names.has(name) || isInUse) continue
      // A volume that a server uses by now is not removed. If another engine has just filled the volume, that engine
      // installs the package again.
      await provider.removeVolume(name).catch(() => undefined)
    }
  }

  /** Waits until an installation by another or an earlier engine has ended, and removes its container. */
  async outlive(provider: Provider, found: FoundContainer, signal: AbortSignal, onLine = ignored): Promise<void> {
    const current = await this.#started(provider, found, signal)
    if (current === undefined) return
    if (current.isRunning) {
      const output = new InstallerOutput(onLine)
      const { events, exited } = eventsOf(output)
      try {
        await provider.adopt(current, events)
      } catch (thrown) {
        if (thrown instanceof AppError && thrown.code === 'NOT_FOUND') return
        throw thrown
      }
      await this.#ended(exited, signal, installMs)
      signal.throwIfAborted()
    }
    await provider.remove(found.id)
  }

  /**
   * Waits until a container that was only created is running. Its engine may be about to start it, or may have died.
   * Returns undefined if the container is gone.
   */
  async #started(provider: Provider, found: FoundContainer, signal: AbortSignal): Promise<FoundContainer | undefined> {
    const { clock, owner } = this.#options
    const deadline = clock.elapsed() + startMs
    let current: FoundContainer | undefined = found
    while (current?.isStarting === true && clock.elapsed() < deadline) {
      await this.#pause()
      signal.throwIfAborted()
      current = (await provider.find(await owner())).find(({ id }) => id === found.id)
    }
    return current
  }

  #pause(): Promise<void> {
    return new Promise((resolve) => void this.#options.clock.after(lookEveryMs, resolve))
  }

  async #nameOf({ name }: Provider, { image, run }: Pick<Wanted, 'image' | 'run'>): Promise<string> {
    return packageVolumeName(await this.#options.owner(), name, image, run)
  }

  async #install(provider: Provider, volume: string, wanted: Wanted, signal: AbortSignal): Promise<Installed> {
    const { slug, run } = wanted
    const onLine = (line: string) => this.#options.onLine(slug, packageText(run), line)
    const output = new InstallerOutput(onLine)
    const { events, exited } = eventsOf(output)
    const container = await this.#start(provider, await this.#specOf(volume, wanted), events, signal, onLine)
    const exit = await this.#ended(exited, signal, installMs)
    await container.stop(stopMs)
    const installed = exit?.code === 0 ? readInstalled(output.stdout) : null
    if (installed !== null) return installed
    await provider.removeVolume(volume).catch((thrown: unknown) => {
      // Another engine is now using the volume to install the package.
      if (thrown instanceof AppError && thrown.code === 'VOLUME_IN_USE') return
      this.#options.log.warn(
        { volume, error: messageOf(thrown) },
        'could not remove the volume of a package whose installation failed',
      )
    })
    signal.throwIfAborted()
    throw installFailed(run, exit, output.tail)
  }

  async #specOf(volume: string, { image, run, limits }: Wanted): Promise<ContainerSpec> {
    const { addresses, owner } = this.#options
    return {
      owner: await owner(),
      workspaceId: installationOf(volume),
      slug: 'install',
      // Always 1, so that a second container is refused instead of replacing the first.
      generation: 1,
      image,
      command: installCommand(run),
      environment: indexVariables(run.registry, addresses()[run.registry]),
      limits: {
        cpu: Math.max(limits.cpu, leastCores),
        memoryBytes: Math.max(limits.memoryBytes, leastMemoryBytes),
        diskBytes: limits.diskBytes,
      },
      volumes: [{ name: volume, path: packageRoot }],
      folders: [],
      ports: [],
      network: { mode: 'full' },
      isBridged: false,
    }
  }

  /** Starts the container that fills the volume, after other engines' containers for it have exited. */
  async #start(
    provider: Provider,
    spec: ContainerSpec,
    events: ContainerEvents,
    signal: AbortSignal,
    onLine: (line: string) => void,
  ): Promise<Container> {
    for (;;) {
      const found = await provider.find(spec.owner)
      const others = found.filter(({ workspaceId }) => workspaceId === spec.workspaceId)
      for (const other of others) await this.outlive(provider, other, signal, onLine)
      signal.throwIfAborted()
      try {
        return await provider.start(spec, events)
      } catch (thrown) {
        // On CONFLICT, another engine was faster: wait for its container.
        if (!(thrown instanceof AppError) || thrown.code !== 'CONFLICT') throw thrown
        await this.#pause()
      }
    }
  }

  /** Waits for the installer's exit. Null if the time is up or the installation was cancelled. */
  #ended(exited: Promise<ContainerExit>, signal: AbortSignal, limitMs: number): Promise<ContainerExit | null> {
    return new Promise((resolve) => {
      const giveUp = () => resolve(null)
      const timer = this.#options.clock.after(limitMs, giveUp)
      signal.addEventListener('abort', giveUp, { once: true })
      if (signal.aborted) giveUp()
      void exited.then((exit) => {
        timer.cancel()
        signal.removeEventListener('abort', giveUp)
        resolve(exit)
      })
    })
  }
}

const ignored = (_line: string): void => undefined

function eventsOf(output: InstallerOutput): { events: ContainerEvents; exited: Promise<ContainerExit> } {
  let tellExit: (exit: ContainerExit) => void
  const exited = new Promise<ContainerExit>((resolve) => (tellExit = resolve))
  const events: ContainerEvents = {
    onStdout: (bytes) => output.printed(bytes),
    onStderr: (bytes) => output.said(bytes),
    onExit: (exit) => tellExit(exit),
  }
  return { events, exited }
}

/** An installer's output: the result on stdout, and progress for a person on stderr. */
class InstallerOutput {
  stdout = ''
  readonly #tail = new OutputTail()
  readonly #onLine: (line: string) => void
  #rest = ''

  constructor(onLine: (line: string) => void) {
    this.#onLine = onLine
  }

  get tail(): string {
    return this.#tail.text()
  }

  printed(bytes: Uint8Array): void {
    this.stdout = (this.stdout + Buffer.from(bytes).toString('utf8')).slice(-maxPrinted)
  }

  said(bytes: Uint8Array): void {
    this.#tail.add(bytes)
    const lines = (this.#rest + Buffer.from(bytes).toString('utf8')).slice(-maxPrinted).split('\n')
    this.#rest = lines.pop() ?? ''
    const last = lines.findLast((line) => line.trim() !== '')
    if (last !== undefined) this.#onLine(last.trim().slice(0, 300))
  }
}

function keyOf({ name: provider }: Provider, { image, run }: Pick<Wanted, 'image' | 'run'>): string {
  const { registry, name, version, program } = run
  return JSON.stringify([provider, image, registry, name, version, program])
}

function installFailed(run: PackageRun, exit: ContainerExit | null, tail: string): AppError {
  const what = `${packageText(run)} could not be installed from ${registryTitles[run.registry]}`
  const lines = tail.split('\n').filter((line) => line.trim() !== '')
  const last = lines.slice(-6).join('\n')
  const why =
    exit === null
      ? `it took more than ${installMs / 60_000} minutes`
      : exit.isOutOfMemory
        ? 'the installer ran out of memory'
        : null
  const said = [why, last === '' ? null : last].filter((part) => part !== null).join('\n')
  return new AppError('INSTALL_FAILED', said === '' ? `${what}.` : `${what}: ${said}`, { data: { path: 'package' } })
}
