import { expect, test } from 'vitest'
import type { LogLine } from '#contract/servers/server'
import { appendLines, emptyLog, keptLines, shownEntries } from '#renderer/parts/log/logBuffer.ts'

const line = (number: number, text = `line ${number}`): LogLine => ({ number, at: number, source: 'stderr', text })
const numbers = (count: number) => Array.from({ length: count }, (_, index) => line(index + 1))

test('a subscription that starts again repeats no lines', () => {
  const first = appendLines(emptyLog, numbers(3), true)
  expect(appendLines(first, numbers(5), true).lines.map((kept) => kept.number)).toEqual([1, 2, 3, 4, 5])
})

test('after the engine restarts, line numbers start again, and so does the log', () => {
  const before = appendLines(emptyLog, numbers(100), true)
  expect(appendLines(before, numbers(2), true).lines).toHaveLength(2)
  const later = numbers(120).map((kept) => ({ ...kept, at: kept.at + 1000 }))
  expect(appendLines(before, later, true).lines).toEqual(later)
})

test('only the last lines of a flood are kept', () => {
  const flooded = appendLines(emptyLog, numbers(keptLines + 10), true)
  expect([flooded.lines.length, flooded.lines[0]?.number]).toEqual([keptLines, 11])
})

test('dropped lines leave a mark where they are missing, but not between the hits of a search', () => {
  const buffer = appendLines(emptyLog, [line(1), line(2), line(7, 'needle')], true)
  expect(shownEntries(buffer, 0, '').map((entry) => entry.kind)).toEqual(['line', 'line', 'gap', 'line'])
  expect(shownEntries(buffer, 0, 'NEEDLE')).toEqual([{ kind: 'line', line: line(7, 'needle') }])
  expect(shownEntries(buffer, 2, '')).toHaveLength(1)
})
