import { expect, test } from 'vitest'
import { chartLine, topOf } from '#renderer/features/hosting/detail/chartLine.ts'

const size = { width: 100, height: 50 }
const at = (...values: (readonly [number, number])[]) => values.map(([time, value]) => ({ at: time, value }))

test('a line goes from the first sample to the last, and from zero to the top of the scale', () => {
  const { lines, areas } = chartLine(at([0, 0], [5, 10], [10, 5]), 10, size)
  expect(lines).toEqual(['M0 50 L50 0 L100 25'])
  expect(areas).toEqual(['M0 50 L0 50 L50 0 L100 25 L100 50 Z'])
})

// Catches a chart that shows a server running while it was down.
test('a gap without samples has no line', () => {
  const points = at([0, 1], [5, 1], [10, 1], [15, 1], [60, 1], [65, 1])
  expect(chartLine(points, 1, size).lines).toHaveLength(2)
})

test.each([
  ['nothing', []],
  ['one value', at([5, 3])],
  ['several values at the same time', at([5, 3], [5, 4])],
])('for %s no invalid number is drawn', (_name, points) => {
  expect(JSON.stringify(chartLine(points, 10, size))).not.toMatch(/NaN|Infinity|null/)
})

test('a value above the scale stays in the chart', () => {
  expect(chartLine(at([0, 0], [1, 99]), 10, size).lines).toEqual(['M0 50 L100 0'])
})

test('the scale fits small values, ends at the limit, and includes values above it', () => {
  expect(topOf(at([0, 1]), 5, 50)).toBe(5)
  expect(topOf(at([0, 20]), 5, 50)).toBe(25)
  expect(topOf(at([0, 45]), 5, 50)).toBe(50)
  expect(topOf(at([0, 60]), 5, 50)).toBe(60)
})
