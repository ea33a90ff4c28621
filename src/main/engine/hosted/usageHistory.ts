/** What hosted servers used, looked at from time to time while any of them runs. */
import type { HostedUsage } from '#contract/hosting/hostedServer'
import type { LiveContainer } from '#engine/hosting/containers'
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

const everyMs = 10_000
/** Two hours. */
const kept = 720
const usageMs = 3_000

export class UsageHistory {
  readonly #options: UsageHistoryOptions
  readonly #samples = new Map<string, UsageSample[]>()
  #timer: Timer | null = null

  constructor(options: UsageHistoryOptions) {
    this.#options = options
  }

  /** Something may run by now. */
  look(): void {
    const { clock, live, background } = this.#options
    if (this.#timer !== null || live().size === 0) return
    this.#timer = clock.after(everyMs, () => {
      this.#timer = null
      background.run('look what hosted servers use', () => this.#sample())
    })
  }

  of(id: string): readonly UsageSample[] {
    return this.#samples.get(id) ?? []
  }

  close(): void {
    this.#timer?.cancel()
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

/** Null where the runtime cannot say, or not soon enough. */
export async function usageOf(clock: Clock, live: LiveContainer | null): Promise<HostedUsage | null> {
  if (live === null) return null
  const usage = await within(clock, usageMs, live.container.usage()).catch(() => null)
  return usage === null ? null : { cpu_percent: usage.cpuPercent, memory_bytes: usage.memoryBytes }
}
