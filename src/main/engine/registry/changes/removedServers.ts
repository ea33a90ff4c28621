/** Servers that were removed in this run, with what belonged to them, so that a removal can be taken back. */
import type { SwitchedServer } from '#engine/store/change'

const most = 50

export class RemovedServers {
  readonly #bySlug = new Map<string, SwitchedServer>()

  keep({ row, switchedOff }: SwitchedServer): void {
    this.#bySlug.delete(row.slug)
    this.#bySlug.set(row.slug, { row, switchedOff: new Set(switchedOff) })
    const [oldest] = this.#bySlug.keys()
    if (this.#bySlug.size > most && oldest !== undefined) this.#bySlug.delete(oldest)
  }

  get(slug: string): SwitchedServer | null {
    return this.#bySlug.get(slug) ?? null
  }

  forget(slug: string): void {
    this.#bySlug.delete(slug)
  }
}
