import * as fc from 'fast-check'
import { expect, test } from 'vitest'
import { callStatus } from '#contract/tools/call'
import { type JournalBatch, journalText, readJournalText } from '#engine/records/journalText'
import type { CallRow } from '#engine/store/calls/callStore'

const run = {
  id: 'run',
  engine: 'e',
  kind: 'client',
  clientName: 'A\nB "c"',
  clientVersion: null,
  startedAt: 1,
  lastCallAt: 2,
} as const

// There are only a few values, so that adjacent calls often share them. Some contain line breaks or spaces, which
// separate fields.
const name = fc.constantFrom('git', 'a b', 'new\nline', '', 'é😀 "quoted"')
const text = fc.oneof(fc.json(), fc.constantFrom('', '\n', 'cut {"a\n…', '{"a":"b c"}', '\r'))
const row: fc.Arbitrary<CallRow> = fc.record({
  id: fc.stringMatching(/^[0-9a-z]{20}$/),
  runId: fc.constantFrom('run', 'other'),
  projectId: fc.option(name),
  server: fc.option(name),
  toolName: fc.option(name),
  publicName: name,
  status: fc.constantFrom(...callStatus.options),
  isError: fc.boolean(),
  errorCode: fc.option(name),
  errorMessage: fc.option(fc.string()),
  startedAt: fc.nat(2e12),
  durationMs: fc.option(fc.nat()),
  argumentsBytes: fc.nat(),
  resultBytes: fc.nat(),
  wholeArguments: fc.boolean(),
  wholeResult: fc.boolean(),
  droppedBefore: fc.nat(3),
  edited: fc.boolean(),
  arguments: text,
  result: fc.option(text),
})

test('any batch is read back unchanged', () => {
  fc.assert(
    fc.property(fc.array(row, { maxLength: 8 }), (calls) => {
      const batch: JournalBatch = { runs: [run], calls }
      expect(readJournalText(Buffer.from(journalText(batch)).toString())).toEqual(batch)
    }),
  )
})

test('values that adjacent calls share are written once', () => {
  const [one] = fc.sample(row, { numRuns: 1, seed: 7 })
  if (one === undefined) throw new Error('expected a row')
  const alike = { ...one, publicName: 'said-once', arguments: '{}', result: '{}' }
  const written = journalText({ runs: [run], calls: Array.from({ length: 20 }, () => alike) })
  expect(written.split('said-once')).toHaveLength(2)
})

test.each([
  '',
  'nothing',
  '{"runs":[],"calls":1}',
  '{"runs":[],"calls":1}\na 1 1 1 1\n{}\n{}',
  '{"runs":[],"calls":1}\na b 1 1 1 {}\n{}\n',
])('a text that is not a batch is refused: %j', (garbage) => {
  expect(() => readJournalText(garbage)).toThrow()
})
