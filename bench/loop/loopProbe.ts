/** Asks a process that was started with the probe how late its timers were since it was last asked. */
import { startDeadlineMs } from '#bench/gateways/gateway'
import type { RunningProcess } from '#bench/machine/workspace'

export interface LoopDelays {
  readonly p50Ms: number
  readonly p99Ms: number
  readonly maxMs: number
}

/** What Node is started with. */
export const loopProbe: readonly string[] = ['--import', import.meta.resolve('#bench/loop/loopDelay')]

export function readLoopDelays(running: RunningProcess): () => Promise<LoopDelays> {
  let asked = 0
  return async () => {
    process.kill(running.pid, 'SIGUSR2')
    const line = await running.waitForLine(new RegExp(`^loop delay ${++asked}: (.*)$`), startDeadlineMs)
    return JSON.parse(line) as LoopDelays
  }
}
