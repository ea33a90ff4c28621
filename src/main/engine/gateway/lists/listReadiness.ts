/**
 * Lets a scope's first listing wait for its servers, up to a limit. After that, later listings of the scope do not
 * wait. Servers that start later are announced with `list_changed`.
 */
import { messageOf } from '#contract/errors'
import type { Clock, Log } from '#engine/ports'
import { scopeKey, type Scope } from '#engine/registry/catalog/scope'
import type { Views } from '#engine/registry/catalog/catalogView'

export class ListReadiness {
  readonly #views: Views
  readonly #clock: Clock
  readonly #log: Log
  readonly #waitMs: number
  readonly #starting = new Map<string, Promise<void>>()

  constructor(views: Views, clock: Clock, log: Log, waitMs: number) {
    this.#views = views
    this.#clock = clock
    this.#log = log
    this.#waitMs = waitMs
  }

  /** Resolves when the scope's servers have started or its time is up. Never rejects. */
  wait(scope: Scope): Promise<void> {
    const key = scopeKey(scope)
    let bounded = this.#starting.get(key)
    if (bounded === undefined) {
      bounded = this.#start(scope, key)
      this.#starting.set(key, bounded)
    }
    return bounded
  }

  #start(scope: Scope, key: string): Promise<void> {
    return new Promise((resolve) => {
      const timer = this.#clock.after(this.#waitMs, resolve)
      void this.#use(scope, () => {
        this.#starting.delete(key)
        timer.cancel()
        resolve()
      })
    })
  }

  async #use(scope: Scope, done: () => void): Promise<void> {
    try {
      await this.#views.use(scope)
    } catch (thrown) {
      this.#log.warn({ scope: scopeKey(scope), error: messageOf(thrown) }, 'not every server could be started')
    } finally {
      done()
    }
  }
}
