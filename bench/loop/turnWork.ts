/**
 * Loaded into the measured process with `--import`. On SIGUSR2 it prints the longest turn of the loop since the last
 * signal, by the clock and by the time that its thread worked. If only the clock shows a long turn, other programs kept
 * the machine busy.
 */
import { PerformanceObserver, type PerformanceEntry } from 'node:perf_hooks'

const lookMs = 2
const usual = { delayMs: 0, workMs: 0, from: 0, to: 0 }
let longest = usual
let collections: PerformanceEntry[] = []
let printed = 0

const observer = new PerformanceObserver((seen) => collections.push(...seen.getEntries()))
observer.observe({ entryTypes: ['gc'] })

function workedMs(): number {
  const { user, system } = process.threadCpuUsage()
  return (user + system) / 1000
}

let before = { at: performance.now(), workedMs: workedMs() }
setInterval(() => {
  const now = { at: performance.now(), workedMs: workedMs() }
  const delayMs = Math.max(0, now.at - before.at - lookMs)
  const workMs = now.workedMs - before.workedMs
  const { at: from } = before
  before = now
  longest = {
    delayMs: Math.max(longest.delayMs, delayMs),
    ...(workMs > longest.workMs
      ? { workMs, from, to: now.at }
      : { workMs: longest.workMs, from: longest.from, to: longest.to }),
  }
}, lookMs).unref()

process.on('SIGUSR2', () => {
  collections.push(...observer.takeRecords())
  const { delayMs, workMs, from, to } = longest
  const within = collections.filter(({ startTime }) => startTime >= from && startTime <= to)
  const garbageMs = Math.min(
    workMs,
    within.reduce((sum, { duration }) => sum + duration, 0),
  )
  longest = usual
  collections = []
  process.stderr.write(`turn work ${++printed}: ${JSON.stringify({ delayMs, workMs, garbageMs })}\n`)
})
