/** Tokens that refusals have led to. A server that refuses each new one too would have them renewed for ever. Pure. */

const windowMs = 30_000
const maxInWindow = 5

export class Repairs {
  #header: string | null = null
  #times: readonly number[] = []

  /** Called by each request that waited for this token. */
  note(header: string, at: number): void {
    if (header === this.#header) return
    this.#header = header
    this.#times = [...this.#times.filter((time) => at - time < windowMs), at]
  }

  /** Whether another new token in place of this one would be refused as well. */
  isFutile(header: string | null, at: number): boolean {
    if (header === null || header !== this.#header) return false
    return this.#times.filter((time) => at - time < windowMs).length >= maxInWindow
  }

  forget(): void {
    this.#header = null
    this.#times = []
  }
}
