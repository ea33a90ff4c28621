/** Gets everything that a container needs before its start: the image, and the package that runs in it. */
import { AppError } from '#contract/errors'
import type { ContainerLaunch } from '#contract/servers/server'
import type { Choice } from '#engine/hosting/choice'
import type { PackageInstaller, ReadyPackage } from '#engine/hosting/packages/packageInstaller'
import type { Container, Provider, PullProgress } from '#engine/hosting/provider'

export interface Pull extends PullProgress {
  readonly slug: string
  readonly image: string
}

export interface PreparationOptions {
  readonly packages: PackageInstaller
  /** Remembers whether any container was ever started for this store. */
  readonly wasUsed: { note(): Promise<unknown>; get(): Promise<unknown> }
  readonly onPulling: (pull: Pull) => void
}

export class Preparation {
  readonly #options: PreparationOptions
  #usedNoted: Promise<unknown> | null = null

  constructor(options: PreparationOptions) {
    this.#options = options
  }

  /**
   * Notes that containers are used. Must be done before the first container, because later engines search for
   * containers only if this was noted.
   */
  async noteUse(): Promise<void> {
    await (this.#usedNoted ??= this.#options.wasUsed.note())
  }

  /** Fetches the image and installs the package. Null: the image's own program runs. */
  async bring(
    slug: string,
    { image, package: run }: ContainerLaunch,
    provider: Provider,
    { limits, volumeBytes }: Choice,
    signal: AbortSignal,
  ): Promise<ReadyPackage | null> {
    await provider.bringImage(image, (pull) => this.#options.onPulling({ slug, image, ...pull }), signal)
    if (run === null) return null
    await this.noteUse()
    const wanted = { slug, image, run, limits: { ...limits, diskBytes: volumeBytes } }
    return this.#options.packages.ready(provider, wanted, signal)
  }

  /**
   * Starts a container. If another engine has removed its package as unused, installs the package again and retries
   * once.
   */
  async startWith(
    installed: ReadyPackage | null,
    { provider, launch }: { readonly provider: Provider; readonly launch: ContainerLaunch },
    start: (installed: ReadyPackage | null) => Promise<Container>,
    again: () => Promise<ReadyPackage | null>,
  ): Promise<Container> {
    try {
      return await start(installed)
    } catch (thrown) {
      if (installed === null || !(thrown instanceof AppError) || thrown.code !== 'NOT_FOUND') throw thrown
      this.#options.packages.doubt(provider, launch)
      return start(await again())
    }
  }
}
