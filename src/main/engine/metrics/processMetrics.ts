/**
 * The resources that the engine's process uses. The event loop is measured only from the first reading on, so an engine
 * without monitoring pays nothing.
 */
import { monitorEventLoopDelay } from 'node:perf_hooks'
import type { Metric } from '#engine/metrics/metricText'

const resolutionMs = 20
const quantiles = [0.5, 0.99] as const

export class ProcessMetrics {
  #loop: ReturnType<typeof monitorEventLoopDelay> | null = null

  /** The current figures. The event loop's delays are those since the previous reading. */
  metrics(): Metric[] {
    const { user, system } = process.cpuUsage()
    return [
      gauge(
        'process_resident_memory_bytes',
        'Memory of the engine alone, without its servers.',
        process.memoryUsage.rss(),
      ),
      {
        name: 'process_cpu_seconds_total',
        type: 'counter',
        help: 'CPU time of the engine alone.',
        samples: [{ value: (user + system) / 1e6 }],
      },
      {
        name: 'switchboard_event_loop_delay_seconds',
        type: 'gauge',
        help: 'Delay of the event loop since the previous reading.',
        samples: this.#delays(),
      },
    ]
  }

  close(): void {
    this.#loop?.disable()
    this.#loop = null
  }

  #delays() {
    const loop = this.#loop
    if (loop === null) {
      this.#loop = monitorEventLoopDelay({ resolution: resolutionMs })
      this.#loop.enable()
      return []
    }
    // The measured time includes the interval itself. Only the rest is delay.
    const delay = (nanoseconds: number) => Math.max(0, nanoseconds / 1e9 - resolutionMs / 1_000)
    const samples = quantiles.map((quantile) => ({
      labels: { quantile: String(quantile) },
      value: delay(loop.percentile(quantile * 100)),
    }))
    loop.reset()
    return samples
  }
}

export function gauge(name: string, help: string, value: number): Metric {
  return { name, type: 'gauge', help, samples: [{ value }] }
}
