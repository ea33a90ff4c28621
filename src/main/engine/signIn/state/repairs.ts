/**
 * Counts tokens that were renewed because a server refused the previous one. A server that refuses every new token
 * would otherwise have tokens renewed forever. Pure.
 */

const windowMs = 30_000
const maxInWindow = 5

export class Repairs {
  #header: string | null = null
  #times: readonly number[] = []

  /** Counts a new token. Each request that waited for it calls this. */
  note(header: string, at: number): void {
    if (header === this.#header) return
    this.#header = header
    this.#times = [...this.#times.filter((time) => at - time < windowMs), at]
  }

  /** Whether the server would probably refuse a new token as well. */
  isFutile(header: string | null, at: number): boolean {
    if (header === null || header !== this.#header) return false
    return this.#times.filter((time) => at - time < windowMs).length >= maxInWindow
  }

  forget(): void {
    this.#header = null
    this.#times = []
  }
}
