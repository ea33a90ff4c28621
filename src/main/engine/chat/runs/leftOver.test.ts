import { describe, expect, test } from 'vitest'
import type { ToolCallBlock } from '#contract/chat/chat'
import { callsUnderWay, refuseUnknown, reopenedTurn, settledTurn } from '#engine/chat/runs/leftOver'
import { aCallRow } from '#engine/chat/runs/samples'

const blocks = [
  aCallRow({ toolUseId: 'over', status: 'succeeded' }),
  aCallRow({ toolUseId: 'sent', status: 'running' }),
  aCallRow({ toolUseId: 'asks', status: 'waiting', questionId: 'q' }),
  aCallRow({ toolUseId: 'unsent', status: 'waiting', startedAt: null, questionId: 'q' }),
  aCallRow({ toolUseId: 'half', status: 'writing', startedAt: null }, 0, false),
  aCallRow({ toolUseId: 'skipped', status: 'skipped' }),
]
const noWishes = { runAgain: [], skip: [] }
const fates = (changed: ReturnType<typeof reopenedTurn>) =>
  changed.map(([index, { block }]) => [index, block.kind === 'toolCall' ? block.status : null])

test('[R23] a call counts as sent even if others were never made', () => {
  expect(callsUnderWay(blocks)).toEqual(['sent', 'asks'])
})

describe('[R23] a turn that continues', () => {
  test.each([
    ['sent calls are not made again, unsent ones are made', noWishes, ['interrupted', 'interrupted', 'waiting']],
    ['sent calls are made again if asked', { runAgain: ['asks'], skip: [] }, ['interrupted', 'waiting', 'waiting']],
    ['skipped calls have ended', { runAgain: [], skip: ['sent', 'unsent'] }, ['skipped', 'interrupted', 'skipped']],
  ])('%s; an incomplete call does not count, and ended calls stay', (_, wishes, [sent, asks, unsent]) => {
    expect(fates(reopenedTurn(blocks, wishes))).toEqual([
      [1, sent],
      [2, asks],
      [3, unsent],
      [4, 'cancelled'],
    ])
  })

  test('a skipped call no longer waits, and still says whether it was sent', () => {
    const skipped = reopenedTurn(blocks, { runAgain: [], skip: ['asks', 'unsent'] }).map(([, { block }]) => block)
    expect(skipped).toMatchObject([{}, { questionId: null, startedAt: 1 }, { questionId: null, startedAt: null }, {}])
  })
})

test('[R23] if the turn does not continue, no call is made', () => {
  const settled: [number, ToolCallBlock['status']][] = [
    [1, 'interrupted'],
    [2, 'interrupted'],
    [3, 'cancelled'],
    [4, 'cancelled'],
  ]
  expect(fates(settledTurn(blocks))).toEqual(settled)
})

test.each([
  [{ ...noWishes, skip: ['over'] }, 'NOT_FOUND'],
  [{ ...noWishes, skip: ['half'] }, 'NOT_FOUND'],
  [{ ...noWishes, runAgain: ['skipped'] }, 'NOT_FOUND'],
  [{ runAgain: ['sent'], skip: ['sent'] }, 'INVALID_INPUT'],
])('[R23] impossible wishes are refused: %o', (wishes, code) => {
  expect(() => refuseUnknown(blocks, wishes)).toThrow(expect.objectContaining({ code }) as Error)
  expect(() => refuseUnknown(blocks, { runAgain: ['sent'], skip: ['unsent'] })).not.toThrow()
})
