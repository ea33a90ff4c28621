import { describe, expect, it } from 'vitest'
import { judge } from '#bench/attack/judge'
import type { LongestTurn } from '#bench/loop/loopProbe'
import type { Played, Repetition } from '#bench/attack/playAttack'

const attack = { name: 'none', as: 'stranger', play: () => Promise.resolve([]) } as const
const before = { all: 30, sockets: 10 }

function played(...costs: readonly Partial<Repetition>[]): Played {
  const usual: Repetition = {
    engineP99Ms: 3,
    bareP99Ms: 2,
    handles: before,
    maxHandles: 40,
    peakBytes: 1,
    heapBytes: 20e6,
    turn: { delayMs: 10, workMs: 5, garbageMs: 1 },
    breaches: [],
  }
  return { attack, before, repetitions: costs.map((cost) => ({ ...usual, ...cost })), lost: null }
}

const long = (delayMs: number, workMs = 5): LongestTurn => ({ delayMs, workMs, garbageMs: 1 })
const open = (all: number): Partial<Repetition> => ({ handles: { all, sockets: all - 20 } })

/** A table of attacks is only as good as the code that judges it. */
describe('reasons for an attack to fail', () => {
  it.each([
    ['nothing, if everything is normal', played({}, {}, {}), 0],
    ['a handle that leaks each time', played(open(31), open(32), open(33)), 1],
    ['many leaked handles', played(open(60), open(60), open(60)), 1],
    ['nothing, if one file stays open', played(open(31), open(31), open(31)), 0],
    ['nothing, if handles were closed', played(open(20), open(20), open(20)), 0],
    ['a heap that grows each time', played({}, {}, { heapBytes: 26e6 }), 1],
    ['nothing, if the heap grew only the first time', played({}, { heapBytes: 30e6 }, { heapBytes: 30e6 }), 0],
    [
      'a single occurrence of what must never happen',
      played({ breaches: ['a'] }, { breaches: ['a'] }, { breaches: ['a'] }),
      1,
    ],
    ['a lost engine', { attack, before, repetitions: [], lost: 'dead' }, 1],
    ['nothing for a missed goal', played({ turn: long(900), engineP99Ms: 900 }, {}, {}), 0],
  ])('%s', (_title, figures, count) => {
    expect(judge(figures).failures).toHaveLength(count)
  })

  it('the loop is judged by its longest delay, and other calls against a bare relay', () => {
    const verdict = judge(played({ turn: long(51) }, { engineP99Ms: 8 }, { engineP99Ms: 9, bareP99Ms: 4 }))
    expect(verdict).toMatchObject({ isLoopGoalMet: false, isWorkGoalMet: true, turn: { delayMs: 51 }, p99Ratio: 4 })
  })

  it("the engine's own work is judged by the turn with the most work", () => {
    const verdict = judge(played({ turn: long(90, 20) }, { turn: { delayMs: 60, workMs: 55, garbageMs: 30 } }, {}))
    expect(verdict).toMatchObject({ isWorkGoalMet: false, turn: { delayMs: 90, workMs: 55, garbageMs: 30 } })
  })
})
