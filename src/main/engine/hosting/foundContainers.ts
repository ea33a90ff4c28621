/**
 * Finds containers that earlier engines left running. It searches once per server, before this engine starts the
 * server. A container that speaks MCP on stdin and stdout is removed, because it cannot be initialized twice. A
 * container that speaks HTTP is adopted if it is the newest.
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
  /** The clouds that did not answer, with the reason for each. */
  readonly unasked: ReadonlyMap<string, unknown>
}

export class FoundContainers {
  readonly #options: FoundContainersOptions
  /** The servers that are known to have no containers except those that this engine started. */
  readonly #known = new Set<string>()
  #looking: Promise<Looked> | null = null

  constructor(options: FoundContainersOptions) {
    this.#options = options
  }

  /** Makes the next start search for the server's containers again. */
  forget(id: string): void {
    this.#known.delete(id)
  }

  /** Removes all of the server's containers. */
  async remove(id: string): Promise<null> {
    for (const found of await this.#of(id)) await this.#remove(found)
    this.#known.add(id)
    return null
  }

  /**
   * Returns the newest container for adoption, if it is on the runtime that would be chosen now. Removes all others.
   */
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
   * Removes the containers of servers that are no longer wanted. `claim` tells whether this engine may remove one.
   * `outlive` waits until an installation has finished, perhaps another engine's, and then removes its container.
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
    // The server's container may be on a runtime that could not be searched.
    const row = unasked.size === 0 ? undefined : (await this.#options.store.list()).find((one) => one.id === id)
    if (row !== undefined && unasked.has(row.provider ?? '')) throw unasked.get(row.provider ?? '')
    return found.filter(({ container }) => container.workspaceId === id)
  }

  /** Searches all runtimes. Servers that start together share one search. */
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
        // A cloud gets no request unless a server ran there before.
        if (!available || (isCloud && !rows.some((row) => row.provider === provider.name))) return []
        try {
          return (await provider.find(label)).map((container) => ({ provider, container }))
        } catch (thrown) {
          log.warn({ runtime: provider.name, error: messageOf(thrown) }, 'a runtime could not list its containers')
          // Servers on this machine start even if a cloud does not answer.
          if (!isCloud) throw thrown
          unasked.set(provider.name, thrown)
          return []
        }
      }),
    )
    // Several runtimes on one machine may list the same containers.
    const seen = new Set<string>()
    return { found: lists.flat().filter(({ container: { id } }) => !seen.has(id) && seen.add(id)), unasked }
  }

  async #remove({ provider, container }: Found): Promise<void> {
    this.#options.log.info(
      { container: container.id, runtime: provider.name },
      'removed a container that an earlier engine left',
    )
    await provider.remove(container.id)
  }
}

function partition<Item>(items: readonly Item[], isFirst: (item: Item) => boolean): [Item[], Item[]] {
  return [items.filter(isFirst), items.filter((item) => !isFirst(item))]
}
