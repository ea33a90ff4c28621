import { expect, test } from 'vitest'
import {
  joined,
  ownWords,
  pairOf,
  placeOfTool,
  serverCell,
  toolCell,
} from '#renderer/features/projects/matrix/rows/cells.ts'
import { sampleRow } from '#renderer/features/projects/matrix/rows/samples.ts'

const row = sampleRow(
  'git',
  ['log', 'commit'],
  [
    { projectId: 'a' },
    { projectId: 'b', off: [1], named: [{ tool: 0, name: 'history', description: null }] },
    { projectId: 'c', enabled: false, off: [0, 1] },
  ],
)

test('a server with some tools off is partly on, and a server that is off stays off', () => {
  expect(['a', 'b', 'c', 'd'].map((id) => serverCell(row, id))).toEqual(['on', 'some', 'off', 'absent'])
})

test("a tool's switch is independent: it shows its own state while its server is off", () => {
  expect(['a', 'b', 'c', 'd'].map((id) => toolCell(row, 1, id))).toEqual(['on', 'off', 'off', 'absent'])
  expect(ownWords(row, 0, 'b')).toEqual({ name: 'history', description: null })
  expect(ownWords(row, 0, 'a')).toBeNull()
  expect(pairOf(row, 'd')).toBeNull()
  expect([placeOfTool(row, 'commit'), placeOfTool(row, 'gone')]).toEqual([1, null])
})

test.each([
  [[], 'absent'],
  [['absent', 'absent'], 'absent'],
  [['absent', 'on', 'on'], 'on'],
  [['off', 'absent'], 'off'],
  [['on', 'off'], 'some'],
  [['some', 'some'], 'some'],
] as const)('%j is shown as one switch: %s', (states, expected) => {
  expect(joined(states)).toBe(expected)
})
