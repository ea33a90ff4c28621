/**
 * Loaded into the measured process with `--import`. On SIGUSR2 it prints how late timers have been since the last
 * signal, and starts over.
 */
import { monitorEventLoopDelay } from 'node:perf_hooks'

const resolutionMs = 1
const delays = monitorEventLoopDelay({ resolution: resolutionMs })
delays.enable()
let printed = 0

process.on('SIGUSR2', () => {
  const late = (nanoseconds: number): number => Math.max(0, nanoseconds / 1e6 - resolutionMs)
  const figures = { p50Ms: late(delays.percentile(50)), p99Ms: late(delays.percentile(99)), maxMs: late(delays.max) }
  delays.reset()
  process.stderr.write(`loop delay ${++printed}: ${JSON.stringify(figures)}\n`)
})
