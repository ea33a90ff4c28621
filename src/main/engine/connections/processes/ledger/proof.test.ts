import { expect, test } from 'vitest'
import { type Claim, type Evidence, isMarkOf, isProven } from '#engine/connections/processes/ledger/proof'
import { type Mark, markText, readMark } from '#engine/connections/processes/mark'
import type { ProcessRow } from '#engine/connections/processes/processTable'

const engine = { pid: 50, startedAt: 100 }
const mark: Mark = { run: 'r', launch: 7, engine }
const launched = { pid: 200, startedAt: 150, launch: 7, label: 'x' }
const leader: ProcessRow = { pid: 200, startedAt: 150, parent: 1, group: 200, session: 200 }

interface Case {
  readonly row?: Partial<ProcessRow> | null
  readonly mark?: Partial<Mark> | string | null
  readonly lives?: boolean
  readonly showsMarks?: boolean
  readonly others?: readonly ProcessRow[]
}

function proven({ row = {}, mark: changed = {}, lives = false, showsMarks = true, others = [] }: Case, fresh: boolean) {
  const text = changed === null || typeof changed === 'string' ? changed : markText({ ...mark, ...changed })
  const evidence: Evidence = {
    rows: [...others, ...(row === null ? [] : [{ ...leader, ...row }])],
    showsMarks,
    markOf: () => text,
    mayRun: () => lives,
  }
  const claim: Claim = { run: 'r', engine, fresh }
  return isProven(launched, claim, evidence)
}

/** Each case, whether the next engine ends the process, and whether the run's reaper does. */
const table: readonly [string, Case, boolean, boolean][] = [
  ['a process that the engine started', {}, true, true],
  ['a process that the engine started and that left its session', { row: { session: 9, group: 9 } }, true, true],
  ['a process that is gone', { row: null }, false, false],
  ['another process with the same pid', { row: { startedAt: 151 } }, false, false],
  ['an unrelated process without a mark', { mark: null, row: { session: 9 } }, false, false],
  ['an unrelated process that leads a session', { mark: null }, false, true],
  [
    'an unrelated process that leads a session and is older than the engine',
    { mark: null, row: { startedAt: 99 } },
    false,
    false,
  ],
  ['a process that another run started', { mark: { run: 'other' } }, false, false],
  ['a process that the engine started for another launch', { mark: { launch: 8 } }, false, false],
  ['a process of an engine that is still running', { lives: true }, false, true],
  ['a process with a malformed mark', { mark: 'r:7' }, false, false],
  ['a process with an empty mark', { mark: '' }, false, false],
  ['a child of the engine, on a platform without marks', { showsMarks: false, row: { parent: 50 } }, true, true],
  ['a process that is not its child, on a platform without marks', { showsMarks: false }, false, false],
  [
    'the child of a running process, on a platform without marks',
    { showsMarks: false, row: { parent: 50 }, others: [{ ...leader, pid: 50, startedAt: 120 }] },
    false,
    false,
  ],
  [
    'a child of the engine, whose pid was reused, on a platform without marks',
    { showsMarks: false, row: { parent: 50 }, others: [{ ...leader, pid: 50, startedAt: 180 }] },
    true,
    true,
  ],
]

test.each(table)('%s: ended by the next engine %s, by the reaper %s', (_what, facts, bySweep, byReaper) => {
  expect([proven(facts, false), proven(facts, true)]).toEqual([bySweep, byReaper])
})

test('a mark is read back as it was written, and other strings are not accepted as marks', () => {
  expect(readMark(markText(mark))).toEqual(mark)
  for (const text of [null, '', 'r', 'r:7', 'r:7:50', ':7:50:100', 'r:x:50:100', 'r:7::100', 'r:7:50:100:1'])
    expect([text, readMark(text)]).toEqual([text, null])
})

test('a mark belongs only to the run that it names, not to one whose name is a prefix of it', () => {
  const system = { mayRun: () => false }
  expect(isMarkOf(mark, { run: 'r', fresh: false }, system)).toBe(true)
  for (const run of ['', 'r:', 'r:7', ':', 'R']) expect(isMarkOf(mark, { run, fresh: false }, system)).toBe(false)
})
