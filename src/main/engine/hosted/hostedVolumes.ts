/** Lists hosted servers' volumes, finds the servers that use them, and removes them. */
import type { HostedServer, HostedVolume } from '#contract/hosting/hostedServer'
import { AppError } from '#contract/errors'
import type { ContainerLaunch } from '#contract/servers/server'
import type { Containers } from '#engine/hosting/containers'
import type { FoundVolume, Provider } from '#engine/hosting/provider'
import { packageVolumePrefix } from '#engine/hosting/packages/installProgram'
import { volumeName } from '#engine/hosting/volumes'
import type { Clock } from '#engine/ports'
import { within } from '#engine/structures/waits'

export interface Hosted {
  readonly slug: string
  readonly launch: ContainerLaunch
}

export interface HostedVolumesOptions {
  readonly providers: readonly Provider[]
  readonly containers: Pick<Containers, 'reports'>
  readonly owner: () => Promise<string>
  readonly hosted: () => readonly Hosted[]
  readonly clock: Clock
}

interface Placed {
  readonly provider: Provider
  readonly volume: FoundVolume
}

/** How long to wait for volume sizes. After that, a server is shown without them. */
const sizesMs = 2_000

export class HostedVolumes {
  readonly #options: HostedVolumesOptions

  constructor(options: HostedVolumesOptions) {
    this.#options = options
  }

  /** All volumes except those with installed packages. */
  async list(): Promise<HostedVolume[]> {
    const users = await this.#users()
    const own = (await this.#all()).filter(({ volume }) => !volume.name.startsWith(packageVolumePrefix))
    return own.map(({ provider, volume: { name, path, bytes, isInUse } }) => ({
      name,
      path,
      bytes,
      in_use: isInUse,
      provider: provider.name,
      server: users.get(name) ?? null,
    }))
  }

  async of({ slug, launch: { volumes } }: Hosted): Promise<HostedServer['volumes']> {
    if (volumes.length === 0) return []
    const owner = await this.#options.owner()
    const found = await within(this.#options.clock, sizesMs, this.#all()).catch(() => [])
    return volumes.map((path) => {
      const name = volumeName(owner, slug, path)
      return { name, path, bytes: found.find(({ volume }) => volume.name === name)?.volume.bytes ?? null }
    })
  }

  async remove(name: string): Promise<void> {
    const { provider } = await this.#find(name)
    const user = (await this.#users()).get(name)
    if (user !== undefined) throw new AppError('VOLUME_IN_USE', `The hosted server ${user} uses the volume ${name}.`)
    await provider.removeVolume(name)
  }

  /** Removes the volumes of a server that was removed. */
  async removeOf({ slug, launch: { volumes } }: Hosted): Promise<void> {
    const owner = await this.#options.owner()
    const names = new Set(volumes.map((path) => volumeName(owner, slug, path)))
    for (const { provider, volume } of await this.#all())
      if (names.has(volume.name)) await provider.removeVolume(volume.name)
  }

  async backup(name: string): Promise<AsyncIterable<Uint8Array>> {
    return (await this.#find(name)).provider.backupVolume(name)
  }

  async #find(name: string): Promise<Placed> {
    const found = (await this.#all()).find(({ volume }) => volume.name === name)
    if (found === undefined) throw new AppError('NOT_FOUND', `Volume ${name} does not exist.`)
    return found
  }

  /** The slug of the server that uses each volume, by volume name. */
  async #users(): Promise<ReadonlyMap<string, string>> {
    const owner = await this.#options.owner()
    return new Map(
      this.#options
        .hosted()
        .flatMap(({ slug, launch }) => launch.volumes.map((path) => [volumeName(owner, slug, path), slug] as const)),
    )
  }

  async #all(): Promise<Placed[]> {
    const { providers, containers } = this.#options
    const owner = await this.#options.owner()
    const reports = await containers.reports()
    const able = providers.filter(({ name }) => {
      const report = reports.find((one) => one.name === name)?.report
      return report?.available === true && report.can.volumes
    })
    const lists = await Promise.all(
      able.map(async (provider) => (await provider.listVolumes(owner)).map((volume) => ({ provider, volume }))),
    )
    // Several runtimes on one machine may list the same volumes.
    const seen = new Set<string>()
    return lists.flat().filter(({ volume: { name } }) => !seen.has(name) && seen.add(name))
  }
}
