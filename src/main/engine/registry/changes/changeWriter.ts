/**
 * The one way in which projects, servers and switches change. A source of changes (the page, a file, a product, another
 * engine) plans them as data, on what there is when its turn has come; here they are stored, all or none, and taken into use,
 * which tells everybody.
 */
import type { Change } from '#engine/store/servers/change'
import type { ChangeStore } from '#engine/store/servers/changeStore'
import { ChangeQueue } from '#engine/registry/changes/changeQueue'
import { storedForm } from '#engine/registry/changes/storedForm'

export interface ChangeWriterOptions {
  readonly store: ChangeStore
  readonly memory: {
    take(change: Change): void
    /** Whether a file says this server. */
    isOfFile(slug: string): boolean
  }
}

/** Gives back the changes. No others are made until it has. */
export type Plan = () => readonly Change[] | Promise<readonly Change[]>

export class ChangeWriter {
  readonly #options: ChangeWriterOptions
  readonly #queue = new ChangeQueue()

  constructor(options: ChangeWriterOptions) {
    this.#options = options
  }

  /** Rejects, and nothing is changed, with what the plan or the store refuses. */
  change(plan: Plan): Promise<void> {
    const { store, memory } = this.#options
    return this.#queue.run(async () => {
      const changes = await plan()
      await store.write(changes.flatMap((change) => storedForm(change, (slug) => memory.isOfFile(slug))))
      for (const change of changes) memory.take(change)
    })
  }

  /** What the store has already: another engine has written it. */
  takeIn(plan: Plan): Promise<void> {
    return this.#queue.run(async () => {
      for (const change of await plan()) this.#options.memory.take(change)
    })
  }

  /** Resolves when all that were asked for so far are made, or refused. */
  settled(): Promise<void> {
    return this.#queue.settled()
  }
}
