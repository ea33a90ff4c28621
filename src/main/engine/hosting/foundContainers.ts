/**
 * Containers that earlier engines left at the runtimes. They are searched once per server, before this engine starts
 * it: a container on stdin and stdout is removed, because it cannot be initialized twice; one that speaks HTTP is
 * adopted if it is the newest.
 */
import type { ProviderName } from '#contract/hosting/container'
import { messageOf } from '#contract/errors'
import type { Container, ContainerEvents, FoundContainer, Provider } from '#engine/hosting/provider'
import { isInstallation } from '#engine/hosting/packages/installProgram'
import type { Log } from '#engine/ports'
import type { WorkspaceRow, WorkspaceStore } from '#engine/store/servers/workspaceStore'

export interface FoundContainersOptions {
  readonly store: Pick<WorkspaceStore, 'list'>
  readonly providers: readonly Provider[]
  readonly owner: () => Promise<string>
  readonly log: Log
}

export interface Adoptable {
  adopt(events: ContainerEvents): Promise<Container>
}

interface Found {
  readonly provider: Provider
  readonly container: FoundContainer
}

interface Looked {
  readonly found: readonly Found[]
  /** Clouds that did not answer, each with the reason. */
  readonly unasked: ReadonlyMap<string, unknown>
}

export class FoundContainers {
  readonly #options: FoundContainersOptions
  /** Servers that have no container except those that this engine started. */
  readonly #known = new Set<string>()
  #looking: Promise<Looked> | null = null

  constructor(options: FoundContainersOptions) {
    this.#options = options
  }

  /** It must be searched again. */
  forget(id: string): void {
    this.#known.delete(id)
  }

  /** Removes all containers of the server. */
  async remove(id: string): Promise<null> {
    for (const found of await this.#of(id)) await this.#remove(found)
    this.#known.add(id)
    return null
  }

  /** Adopts the newest, if it runs where it would run now; all others are removed. */
  async take(row: WorkspaceRow, wanted: ProviderName): Promise<Adoptable | null> {
    const all = await this.#of(row.id)
    const newest = all.find(
      ({ provider, container: { id, generation, isRunning } }) =>
        isRunning && id === row.containerId && generation === row.generation && provider.name === wanted,
    )
    for (const found of all) if (found !== newest) await this.#remove(found)
    this.#known.add(row.id)
    return newest === undefined ? null : { adopt: (events) => newest.provider.adopt(newest.container, events) }
  }

  /**
   * `claim`: whether this engine may remove it. `outlive`: waits for an installation, which may be that of another engine,
   * and removes its container.
   */
  async sweep(
    isWanted: (id: string) => boolean,
    claim: (id: string) => Promise<boolean>,
    outlive: (provider: Provider, container: FoundContainer) => Promise<void>,
  ): Promise<void> {
    const left = (await this.#look()).found.filter(({ container }) => !this.#known.has(container.workspaceId))
    if (left.length === 0) return
    const there = new Set((await this.#options.store.list()).map(({ id }) => id))
    const [installations, ofServers] = partition(left, ({ container }) => isInstallation(container.workspaceId))
    for (const found of ofServers) {
      const { workspaceId } = found.container
      if (isWanted(workspaceId)) continue
      if (!there.has(workspaceId) || (await claim(workspaceId))) await this.#remove(found)
    }
    await Promise.all(installations.map(({ provider, container }) => outlive(provider, container)))
  }

  async #of(id: string): Promise<Found[]> {
    if (this.#known.has(id)) return []
    const { found, unasked } = await this.#look()
    // It may run at a runtime that could not be searched.
    const row = unasked.size === 0 ? undefined : (await this.#options.store.list()).find((one) => one.id === id)
    if (row !== undefined && unasked.has(row.provider ?? '')) throw unasked.get(row.provider ?? '')
    return found.filter(({ container }) => container.workspaceId === id)
  }

  /** Servers that start together share one search. */
  #look(): Promise<Looked> {
    this.#looking ??= this.#lookEverywhere().finally(() => (this.#looking = null))
    return this.#looking
  }

  async #lookEverywhere(): Promise<Looked> {
    const { providers, store, owner, log } = this.#options
    const [label, rows] = await Promise.all([owner(), store.list()])
    const unasked = new Map<string, unknown>()
    const lists = await Promise.all(
      providers.map(async (provider) => {
        const { available, isCloud } = await provider.examine()
        // A cloud gets no request if no server ever ran there.
        if (!available || (isCloud && !rows.some((row) => row.provider === provider.name))) return []
        try {
          return (await provider.find(label)).map((container) => ({ provider, container }))
        } catch (thrown) {
          log.warn({ runtime: provider.name, error: messageOf(thrown) }, 'a runtime could not list its containers')
          // Servers on this machine do not wait for a cloud.
          if (!isCloud) throw thrown
          unasked.set(provider.name, thrown)
          return []
        }
      }),
    )
    // Runtimes on one machine may all list the same containers.
    const seen = new Set<string>()
    return { found: lists.flat().filter(({ container: { id } }) => !seen.has(id) && seen.add(id)), unasked }
  }

  async #remove({ provider, container }: Found): Promise<void> {
    this.#options.log.info(
      { container: container.id, runtime: provider.name },
      'removed a container of an earlier engine',
    )
    await provider.remove(container.id)
  }
}

function partition<Item>(items: readonly Item[], isFirst: (item: Item) => boolean): [Item[], Item[]] {
  return [items.filter(isFirst), items.filter((item) => !isFirst(item))]
}
