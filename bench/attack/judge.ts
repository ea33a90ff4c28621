/** Decides which figures of an attack are failures, and which goals the engine met. Pure functions. */
import type { Played, Repetition } from '#bench/attack/playAttack'
import type { LongestTurn } from '#bench/loop/loopProbe'
import { median } from '#bench/report/statistics'

/** The number of handles that an engine may gain, because journals and logs are opened at first use and stay open. */
const maxHandlesGained = 3
/** The heap that an engine may gain, because caches and unwritten call records take memory for a while. */
const maxHeapGainedBytes = 4_000_000
export const loopGoalMs = 50

export interface Verdict {
  readonly failures: readonly string[]
  /** The worst value of each figure. They may come from different turns. */
  readonly turn: LongestTurn
  readonly isLoopGoalMet: boolean
  /** Whether the goal is met if only the engine's own work counts, however busy the machine was. */
  readonly isWorkGoalMet: boolean
  /** The bystander's slowest calls, divided by those through a bare relay at the same time. */
  readonly p99Ratio: number
  readonly p99Ms: number
  /** The growth of the heap from the second repetition to the third. Null if the attack was not played three times. */
  readonly heapGainedBytes: number | null
  readonly handlesGained: number
  readonly socketsGained: number
  readonly maxHandles: number
  readonly peakBytes: number
}

export function judge({ before, repetitions, lost }: Played): Verdict {
  const of = (figure: (one: Repetition) => number): number[] => repetitions.map(figure)
  const last = repetitions.at(-1)
  const [, second, third] = repetitions
  const handlesGained = (last?.handles.all ?? before.all) - before.all
  const heapGainedBytes = second === undefined || third === undefined ? null : third.heapBytes - second.heapBytes
  const p99Ms = median(of(({ engineP99Ms }) => engineP99Ms))
  const turn = worstTurn(repetitions)
  return {
    failures: [
      ...(lost === null ? [] : [lost]),
      ...new Set(repetitions.flatMap(({ breaches }) => breaches)),
      ...(leaks([before.all, ...of(({ handles }) => handles.all)])
        ? [`${handlesGained} handles are still open afterwards`]
        : []),
      ...(heapGainedBytes !== null && heapGainedBytes > maxHeapGainedBytes
        ? [`the heap grew by ${(heapGainedBytes / 1e6).toFixed(1)} MB from the second to the third time`]
        : []),
    ],
    turn,
    isLoopGoalMet: lost === null && turn.delayMs <= loopGoalMs,
    isWorkGoalMet: lost === null && turn.workMs <= loopGoalMs,
    p99Ratio: p99Ms / median(of(({ bareP99Ms }) => bareP99Ms)),
    p99Ms,
    heapGainedBytes,
    handlesGained,
    socketsGained: (last?.handles.sockets ?? before.sockets) - before.sockets,
    maxHandles: Math.max(0, ...of((one) => one.maxHandles)),
    peakBytes: Math.max(0, ...of((one) => one.peakBytes)),
  }
}

function worstTurn(repetitions: readonly Repetition[]): LongestTurn {
  const delayMs = Math.max(0, ...repetitions.map(({ turn }) => turn.delayMs))
  const none = { workMs: 0, garbageMs: 0 }
  const { workMs, garbageMs } = repetitions.reduce((most, { turn }) => (turn.workMs > most.workMs ? turn : most), none)
  return { delayMs, workMs, garbageMs }
}

/** Whether each repetition leaves handles open, or all of them together leave many. */
function leaks(counts: readonly number[]): boolean {
  const gained = (counts.at(-1) ?? 0) - (counts[0] ?? 0)
  const growsEachTime =
    counts.length > 3 && counts.every((count, place) => place === 0 || count > (counts[place - 1] ?? 0))
  return gained > maxHandlesGained || growsEachTime
}
