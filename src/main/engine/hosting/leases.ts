/** Keeps what this engine runs its own, where engines share a database: who does not say so again in time has died. */
import type { Clock, Timer } from '#engine/ports'
import type { WorkspaceRow, WorkspaceStore } from '#engine/store/servers/workspaceStore'

/** Clocks of engines differ by less. */
const leaseMs = 20_000
const renewMs = 5_000

export interface LeasesOptions {
  readonly store: Pick<WorkspaceStore, 'claim' | 'renew' | 'release'>
  /** The key of this engine. */
  readonly engine: string
  readonly clock: Clock
  readonly background: { run(what: string, work: () => Promise<unknown>): void }
  /** Another engine has it, because this one was away too long, or it was removed. */
  readonly onLost: (id: string) => void
}

export class Leases {
  readonly #options: LeasesOptions
  readonly #held = new Set<string>()
  #timer: Timer | null = null

  constructor(options: LeasesOptions) {
    this.#options = options
  }

  /** Null: another engine runs it, or it is gone. */
  async claim(id: string): Promise<WorkspaceRow | null> {
    const { store, engine, clock } = this.#options
    const now = clock.now()
    const row = await store.claim(id, { owner: engine, now, until: now + leaseMs })
    if (row === null) return null
    this.#held.add(id)
    this.#timer ??= this.#later()
    return row
  }

  /** What could not be started here may be by another engine. */
  async release(id: string): Promise<void> {
    this.#held.delete(id)
    await this.#options.store.release(id, this.#options.engine)
  }

  /** For the others to take. */
  async releaseAll(): Promise<void> {
    this.#timer?.cancel()
    this.#timer = null
    for (const id of this.#held) await this.release(id)
  }

  #later(): Timer {
    const { clock, background } = this.#options
    return clock.after(renewMs, () => {
      if (this.#held.size > 0) background.run('keep hosted servers', () => this.#renew())
      this.#timer = this.#held.size > 0 ? this.#later() : null
    })
  }

  async #renew(): Promise<void> {
    const { store, engine, clock, onLost } = this.#options
    const before = [...this.#held]
    const ours = new Set(await store.renew(engine, clock.now() + leaseMs))
    for (const id of before) if (!ours.has(id) && this.#held.delete(id)) onLost(id)
  }
}
