/**
 * Keeps other engines from continuing this engine's runs. An engine that does not renew its lease in time counts as
 * dead, and others may continue its runs.
 */
import type { Clock, Timer } from '#engine/ports'
import type { ChatStore, ClaimedRun } from '#engine/store/chat/chatStore'

/** How long a lease lasts. Must exceed the difference between the engines' clocks. */
const leaseMs = 60_000
const renewMs = 15_000

export interface RunLeasesOptions {
  readonly store: Pick<ChatStore, 'claim' | 'renew'>
  /** This engine's key. */
  readonly engine: string
  readonly clock: Clock
  readonly background: { run(what: string, work: () => Promise<unknown>): void }
}

export class RunLeases {
  readonly #options: RunLeasesOptions

  constructor(options: RunLeasesOptions) {
    this.#options = options
  }

  /** Takes the conversation's run for this engine. Null if another engine has it. */
  claim(id: string): Promise<ClaimedRun | null> {
    const { store, engine, clock } = this.#options
    const now = clock.now()
    return store.claim(id, { engine, now, until: now + leaseMs })
  }

  /**
   * Renews the lease until the returned function is called. `onLost` is called if this engine stalled for so long that
   * another one took the run.
   */
  keep(id: string, onLost: () => void): () => void {
    const { store, engine, clock, background } = this.#options
    let timer: Timer | null = null
    const renew = async () => {
      const isOurs = await store.renew(id, { engine, until: clock.now() + leaseMs })
      if (!isOurs && timer !== null) onLost()
    }
    const wait = () => {
      timer = clock.after(renewMs, () => {
        background.run('keep the lease of a run', renew)
        wait()
      })
    }
    wait()
    return () => {
      timer?.cancel()
      timer = null
    }
  }
}
