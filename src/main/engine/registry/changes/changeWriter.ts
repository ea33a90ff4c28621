/**
 * The only way to change projects, servers and switches. A source of changes (the page, a file, a product, another
 * engine) plans its changes as data once its turn comes, so a plan sees the current state. The writer stores all
 * changes of a plan or none, then applies them in memory and informs the listeners.
 */
import type { Change } from '#engine/store/servers/change'
import type { ChangeStore } from '#engine/store/servers/changeStore'
import { ChangeQueue } from '#engine/registry/changes/changeQueue'
import { storedForm } from '#engine/registry/changes/storedForm'

export interface ChangeWriterOptions {
  readonly store: ChangeStore
  readonly memory: {
    take(change: Change): void
    /** Whether the server comes from a file. */
    isOfFile(slug: string): boolean
  }
}

/** Plans changes. No other change is made until the returned promise resolves. */
export type Plan = () => readonly Change[] | Promise<readonly Change[]>

export class ChangeWriter {
  readonly #options: ChangeWriterOptions
  readonly #queue = new ChangeQueue()

  constructor(options: ChangeWriterOptions) {
    this.#options = options
  }

  /** Rejects if the plan throws or the store refuses. Nothing is changed then. */
  change(plan: Plan): Promise<void> {
    const { store, memory } = this.#options
    return this.#queue.run(async () => {
      const changes = await plan()
      await store.write(changes.flatMap((change) => storedForm(change, (slug) => memory.isOfFile(slug))))
      for (const change of changes) memory.take(change)
    })
  }

  /** Applies changes that another engine has already stored. */
  takeIn(plan: Plan): Promise<void> {
    return this.#queue.run(async () => {
      for (const change of await plan()) this.#options.memory.take(change)
    })
  }

  /** Resolves when all changes that were requested before this call are applied or refused. */
  settled(): Promise<void> {
    return this.#queue.settled()
  }
}
