/**
 * Keeps this engine's hosted servers its own if engines share a database. An engine that does not renew its lease in
 * time counts as dead.
 */
import type { Clock, Timer } from '#engine/ports'
import type { WorkspaceRow, WorkspaceStore } from '#engine/store/servers/workspaceStore'

/** Clock differences between engines are smaller. */
const leaseMs = 20_000
const renewMs = 5_000

export interface LeasesOptions {
  readonly store: Pick<WorkspaceStore, 'claim' | 'renew' | 'release'>
  /** The key of this engine. */
  readonly engine: string
  readonly clock: Clock
  readonly background: { run(what: string, work: () => Promise<unknown>): void }
  /** The server was removed, or this engine was away too long and another one has it. */
  readonly onLost: (id: string) => void
}

export class Leases {
  readonly #options: LeasesOptions
  readonly #held = new Set<string>()
  #timer: Timer | null = null

  constructor(options: LeasesOptions) {
    this.#options = options
  }

  holds(id: string): boolean {
    return this.#held.has(id)
  }

  /** Null: another engine runs it, or it was removed. */
  async claim(id: string): Promise<WorkspaceRow | null> {
    const { store, engine, clock } = this.#options
    const now = clock.now()
    const row = await store.claim(id, { owner: engine, now, until: now + leaseMs })
    if (row === null) return null
    this.#held.add(id)
    this.#timer ??= this.#later()
    return row
  }

  /** A server that could not be started here may be started by another engine. */
  async release(id: string): Promise<void> {
    this.#held.delete(id)
    await this.#options.store.release(id, this.#options.engine)
  }

  /** Frees them for other engines. */
  async releaseAll(): Promise<void> {
    this.#timer?.cancel()
    this.#timer = null
    for (const id of this.#held) await this.release(id)
  }

  #later(): Timer {
    const { clock, background } = this.#options
    return clock.after(renewMs, () => {
      if (this.#held.size > 0) background.run('renew the leases of hosted servers', () => this.#renew())
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
