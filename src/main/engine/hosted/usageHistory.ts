/**
 * The history of hosted servers' CPU and memory use. Sampling is expensive for the container runtime, so it is frequent
 * only while the history is being read.
 */
import type { HostedUsage } from '#contract/hosting/hostedServer'
import type { LiveContainer } from '#engine/hosting/runningContainer'
import type { Clock, Timer } from '#engine/ports'
import { within } from '#engine/structures/waits'

export interface UsageSample extends HostedUsage {
  readonly at: number
}

export interface UsageHistoryOptions {
  readonly clock: Clock
  readonly live: () => ReadonlyMap<string, LiveContainer>
  readonly background: { run(what: string, work: () => Promise<unknown>): void }
}

const everyMs = { whileRead: 10_000, otherwise: 60_000 }
/** How long after a read the history counts as being read. */
const readMs = 60_000
/** The number of samples kept per server: two hours at the frequent rate, twelve at the slow one. */
const kept = 720
const usageMs = 3_000

export class UsageHistory {
  readonly #options: UsageHistoryOptions
  readonly #samples = new Map<string, UsageSample[]>()
  #readAt = -Infinity
  #timer: { readonly isOften: boolean; readonly timer: Timer } | null = null

  constructor(options: UsageHistoryOptions) {
    this.#options = options
  }

  /** Starts sampling if it is due. Call this when a server may have started. */
  look(): void {
    const { clock, live, background } = this.#options
    const isOften = clock.elapsed() - this.#readAt < readMs
    if (live().size === 0 || (this.#timer !== null && (this.#timer.isOften || !isOften))) return
    this.#timer?.timer.cancel()
    const timer = clock.after(isOften ? everyMs.whileRead : everyMs.otherwise, () => {
      this.#timer = null
      background.run('sample the usage of hosted servers', () => this.#sample())
    })
    this.#timer = { isOften, timer }
  }

  /** The server's samples. Reading them also starts frequent sampling. */
  of(id: string): readonly UsageSample[] {
    this.#readAt = this.#options.clock.elapsed()
    this.look()
    return this.#samples.get(id) ?? []
  }

  close(): void {
    this.#timer?.timer.cancel()
  }

  async #sample(): Promise<void> {
    const { clock, live } = this.#options
    const running = [...live()]
    for (const id of this.#samples.keys()) if (!live().has(id)) this.#samples.delete(id)
    await Promise.all(
      running.map(async ([id, one]) => {
        const usage = await usageOf(clock, one)
        if (usage === null) return
        const samples = this.#samples.get(id) ?? []
        samples.push({ at: clock.now(), ...usage })
        this.#samples.set(id, samples.slice(-kept))
      }),
    )
    this.look()
  }
}

/** A container's current usage; null if the runtime does not report it in time. */
export async function usageOf(clock: Clock, live: LiveContainer | null): Promise<HostedUsage | null> {
  if (live === null) return null
  const usage = await within(clock, usageMs, live.container.usage()).catch(() => null)
  return usage === null ? null : { cpu_percent: usage.cpuPercent, memory_bytes: usage.memoryBytes }
}
