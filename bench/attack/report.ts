/** The table of a run, followed by its failures. */
import type { Farewell } from '#bench/attack/farewell'
import { judge, loopGoalMs, type Verdict } from '#bench/attack/judge'
import type { Played } from '#bench/attack/playAttack'
import { mega, milli, table } from '#bench/report/table'

export interface Run {
  readonly played: readonly Played[]
  readonly secretsOut: readonly string[]
  readonly farewell: Farewell
}

const headings = [
  'attack',
  'as',
  'times',
  'handles left',
  'sockets left',
  'most handles',
  'peak memory',
  'heap, 2nd to 3rd',
  'longest loop delay',
  'goal',
  'most work in a turn',
  'of it GC',
  "others' p99",
  'against bare',
  'result',
]

export function report({ played, secretsOut, farewell }: Run): { readonly text: string; readonly failed: boolean } {
  const judged = played.map((one) => ({ ...one, verdict: judge(one) }))
  const rows = judged.map(({ attack, repetitions, verdict }) => [
    attack.name,
    attack.as,
    String(repetitions.length),
    ...figuresOf(verdict),
    verdict.failures.length === 0 ? 'held' : 'FAILED',
  ])
  const failures = [
    ...judged.flatMap(({ attack, verdict }) => verdict.failures.map((failure) => `${attack.name}: ${failure}`)),
    ...secretsOut,
    ...farewell.failures,
  ]
  const over = (isMet: (verdict: Verdict) => boolean): string => {
    const count = judged.filter(({ verdict }) => !isMet(verdict)).length
    return count === 0 ? 'ok' : `over in ${count} of ${judged.length} attacks`
  }
  const lines = [
    table(headings, rows),
    '',
    `Loop delay of at most ${loopGoalMs} ms, a goal: ${over(({ isLoopGoalMet }) => isLoopGoalMet)}.`,
    `Own work of at most ${loopGoalMs} ms in a turn, the same without a busy machine: ${over(({ isWorkGoalMet }) => isWorkGoalMet)}.`,
    `Shutdown: ${milli(farewell.tookMs)}, ${farewell.failures.length === 0 ? 'complete' : 'not complete'}. Secrets that got out: ${secretsOut.length}.`,
    ...failures.map((failure) => `FAILED ${failure}`),
  ]
  return { text: lines.join('\n'), failed: failures.length > 0 }
}

function figuresOf(verdict: Verdict): string[] {
  return [
    String(verdict.handlesGained),
    String(verdict.socketsGained),
    String(verdict.maxHandles),
    mega(verdict.peakBytes),
    verdict.heapGainedBytes === null ? '-' : mega(verdict.heapGainedBytes),
    milli(verdict.turn.delayMs),
    verdict.isLoopGoalMet ? 'ok' : 'over',
    milli(verdict.turn.workMs),
    milli(verdict.turn.garbageMs),
    Number.isNaN(verdict.p99Ms) ? '-' : milli(verdict.p99Ms),
    Number.isNaN(verdict.p99Ratio) ? '-' : `${verdict.p99Ratio.toFixed(2)}x`,
  ]
}
