/** Asks a process that was started with a probe for its loop figures since the last request. */
import { startDeadlineMs } from '#bench/gateways/gateway'
import type { RunningProcess } from '#bench/machine/workspace'

export interface LoopDelays {
  readonly p50Ms: number
  readonly p99Ms: number
  readonly maxMs: number
}

export interface LongestTurn {
  /** How late a timer was. */
  readonly delayMs: number
  /** The longest time the thread worked in one turn. */
  readonly workMs: number
  /** The part of `workMs` that was garbage collection. */
  readonly garbageMs: number
}

/** Node's options that load a probe. A process can use one of them, because both answer the same signal. */
export const loopProbe: readonly string[] = ['--import', import.meta.resolve('#bench/loop/loopDelay')]
export const turnProbe: readonly string[] = ['--import', import.meta.resolve('#bench/loop/turnWork')]

export function readLoopDelays(running: RunningProcess): () => Promise<LoopDelays> {
  return reader(running, 'loop delay')
}

export function readLongestTurn(running: RunningProcess): () => Promise<LongestTurn> {
  return reader(running, 'turn work')
}

function reader<Figures>(running: RunningProcess, title: string): () => Promise<Figures> {
  let asked = 0
  return async () => {
    process.kill(running.pid, 'SIGUSR2')
    const line = await running.waitForLine(new RegExp(`^${title} ${++asked}: (.*)$`), startDeadlineMs)
    return JSON.parse(line) as Figures
  }
}
