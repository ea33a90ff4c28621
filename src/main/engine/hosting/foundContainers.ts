/**
 * What engines before left at the runtimes. A server is looked for once before this engine starts it: one on stdin and stdout
 * is removed, since it cannot be initialized twice; one that speaks HTTP is taken over if it is the newest.
 */
import type { ProviderName } from '#contract/hosting/container'
import { messageOf } from '#contract/errors'
import type { Container, ContainerEvents, FoundContainer, Provider } from '#engine/hosting/provider'
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

export class FoundContainers {
  readonly #options: FoundContainersOptions
  /** Servers of which nothing is left but what this engine started itself. */
  readonly #known = new Set<string>()
  #looking: Promise<Found[]> | null = null

  constructor(options: FoundContainersOptions) {
    this.#options = options
  }

  /** It has to be looked for again. */
  forget(id: string): void {
    this.#known.delete(id)
  }

  /** Whatever there is of it. */
  async remove(id: string): Promise<null> {
    for (const found of await this.#of(id)) await this.#remove(found)
    this.#known.add(id)
    return null
  }

  /** The newest, if it runs where it would run now; all others are removed. */
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

  /** `claim`: whether it is this engine's to do. */
  async sweep(isWanted: (id: string) => boolean, claim: (id: string) => Promise<boolean>): Promise<void> {
    const left = (await this.#look()).filter(({ container }) => !this.#known.has(container.workspaceId))
    if (left.length === 0) return
    const there = new Set((await this.#options.store.list()).map(({ id }) => id))
    for (const found of left) {
      const { workspaceId } = found.container
      if (isWanted(workspaceId)) continue
      if (!there.has(workspaceId) || (await claim(workspaceId))) await this.#remove(found)
    }
  }

  async #of(id: string): Promise<Found[]> {
    if (this.#known.has(id)) return []
    return (await this.#look()).filter(({ container }) => container.workspaceId === id)
  }

  /** Servers that start together are looked for once. */
  #look(): Promise<Found[]> {
    this.#looking ??= this.#lookEverywhere().finally(() => (this.#looking = null))
    return this.#looking
  }

  async #lookEverywhere(): Promise<Found[]> {
    const { providers, owner, log } = this.#options
    const label = await owner()
    const lists = await Promise.all(
      providers.map(async (provider) => {
        if (!(await provider.examine()).available) return []
        try {
          return (await provider.find(label)).map((container) => ({ provider, container }))
        } catch (thrown) {
          log.warn(
            { runtime: provider.name, error: messageOf(thrown) },
            'a runtime did not say which containers it has',
          )
          throw thrown
        }
      }),
    )
    // Runtimes of one machine may each know of all containers there.
    const seen = new Set<string>()
    return lists.flat().filter(({ container: { id } }) => !seen.has(id) && seen.add(id))
  }

  async #remove({ provider, container }: Found): Promise<void> {
    this.#options.log.info({ container: container.id, runtime: provider.name }, 'removed what an engine before left')
    await provider.remove(container.id)
  }
}
