/**
 * Takes and renews leases on hosted servers, so that engines on one database do not run the same server. An engine that
 * does not renew its leases in time counts as dead.
 */
import type { Clock, Timer } from '#engine/ports'
import { leaseMs, type WorkspaceRow, type WorkspaceStore } from '#engine/store/servers/workspaceStore'

const renewMs = 5_000

export interface LeasesOptions {
  readonly store: Pick<WorkspaceStore, 'claim' | 'renew' | 'release'>
  /** This engine's name. */
  readonly engine: string
  readonly clock: Clock
  readonly background: { run(what: string, work: () => Promise<unknown>): void }
  /** Called when the server was removed, or another engine took it because this one did not renew in time. */
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

  /** Takes the lease on a server. Null if another engine runs the server, or it was removed. */
  async claim(id: string): Promise<WorkspaceRow | null> {
    const { store, engine, clock } = this.#options
    const now = clock.now()
    const row = await store.claim(id, { owner: engine, now, until: now + leaseMs })
    if (row === null) return null
    this.#held.add(id)
    this.#timer ??= this.#later()
    return row
  }

  /** Gives up the lease, so that another engine may start the server. */
  async release(id: string): Promise<void> {
    this.#held.delete(id)
    await this.#options.store.release(id, this.#options.engine)
  }

  /** Gives up all leases. */
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
    const ours = new Set(await store.renew(before, engine, clock.now() + leaseMs))
    for (const id of before) if (!ours.has(id) && this.#held.delete(id)) onLost(id)
  }
}
