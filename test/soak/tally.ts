/** A soak's results: how calls ended, how long they took, and every event that must never happen. */

export class Tally {
  readonly #outcomes = new Map<string, number>()
  readonly #latencies: number[] = []
  readonly #violations: string[] = []
  readonly counts = { calls: 0, serverKills: 0, remoteFaults: 0, engineKills: 0, restarts: 0, toggles: 0 }

  /** Counts a call's outcome. Every call has exactly one. */
  ended(kind: string, durationMs: number): void {
    this.#outcomes.set(kind, (this.#outcomes.get(kind) ?? 0) + 1)
    if (kind === 'answer') this.#latencies.push(durationMs)
  }

  violation(what: string): void {
    if (this.#violations.length < 50) this.#violations.push(what)
  }

  get violations(): readonly string[] {
    return this.#violations
  }

  get ends(): number {
    return [...this.#outcomes.values()].reduce((sum, count) => sum + count, 0)
  }

  outcomes(): Readonly<Record<string, number>> {
    return Object.fromEntries([...this.#outcomes].sort(([, one], [, other]) => other - one))
  }

  /** Returns the latency that this share of the answered calls did not exceed. */
  latencyMs(share: number): number {
    const sorted = this.#latencies.toSorted((one, other) => one - other)
    return Math.round((sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? 0) * 10) / 10
  }
}
