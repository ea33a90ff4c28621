/**
 * Makes calls at a steady rate, whether or not earlier ones were answered. Each latency counts from when the call was
 * due.
 */
import type { Pace } from '#bench/load/loadProcess'

/** The time between two groups of calls. Calls start in small groups, because timers are no finer. */
const tickMs = 2

/**
 * Resolves with the latencies of all calls. `call` takes a free connection, and resolves when the connection is free
 * again.
 */
export function pacedCalls(
  { perSecond, seconds, largeEvery }: Pace,
  connections: number,
  call: (slot: number, isLarge: boolean) => Promise<unknown>,
): Promise<number[]> {
  const total = perSecond * seconds
  const startedAt = performance.now()
  const free = Array.from({ length: connections }, (_, slot) => slot)
  const latencies: number[] = []
  let begun = 0
  return new Promise((resolve, reject) => {
    const begin = (slot: number): void => {
      const dueAt = startedAt + (begun * 1000) / perSecond
      const isLarge = begun % largeEvery === largeEvery - 1
      begun += 1
      call(slot, isLarge).then(() => {
        latencies.push(performance.now() - dueAt)
        free.push(slot)
        if (latencies.length === total) end(resolve)
        else beginDue()
      }, fail)
    }
    const beginDue = (): void => {
      const due = Math.min(total, ((performance.now() - startedAt) * perSecond) / 1000)
      for (let slot; begun < due && (slot = free.pop()) !== undefined;) begin(slot)
    }
    const timer = setInterval(beginDue, tickMs)
    const end = (settle: (latencies: number[]) => void): void => {
      clearInterval(timer)
      settle(latencies)
    }
    const fail = (error: unknown): void => end(() => reject(error))
  })
}
