/**
 * Another client's calls during an attack, at a steady rate, and the same calls at the same time through a bare relay
 * with its own server. A busy machine slows both. A weakness in the engine slows only the calls through the engine.
 */
import type { Target } from '#bench/attack/target'
import { relay } from '#bench/gateways/relay'
import { LoadProcess, type Pace } from '#bench/load/loadProcess'
import { openDeadlineMs } from '#bench/load/measureGateway'

const pace: Pace = { perSecond: 100, seconds: 0.5, largeEvery: 1_000_000, largeBytes: 0, connections: 1 }

export interface BystanderFigures {
  readonly engineP99Ms: number
  readonly bareP99Ms: number
}

export class Bystanders {
  readonly #engine = new LoadProcess()
  readonly #bare = new LoadProcess()

  async open(target: Target): Promise<void> {
    const bare = await relay.start(target.workspace)
    const endpoint = await target.clientEndpoint({ name: 'bystander' }, '/mcp/s/bench')
    await this.#engine.open(endpoint, target.pid, openDeadlineMs)
    await this.#bare.open(bare.endpoint, bare.process.pid, openDeadlineMs)
  }

  /** Runs paces of calls until `work` is over, but at least one. Resolves with the slowest figures. */
  async during(work: Promise<unknown>): Promise<BystanderFigures> {
    let over = false
    const ended = work.then(
      () => (over = true),
      () => (over = true),
    )
    const figures = { engineP99Ms: 0, bareP99Ms: 0 }
    do {
      const [engine, bare] = await Promise.all([this.#engine.pace(pace), this.#bare.pace(pace)])
      figures.engineP99Ms = Math.max(figures.engineP99Ms, engine.latencyMs.p99)
      figures.bareP99Ms = Math.max(figures.bareP99Ms, bare.latencyMs.p99)
    } while (!over)
    await ended
    return figures
  }

  close(): void {
    this.#engine.close()
    this.#bare.close()
  }
}
