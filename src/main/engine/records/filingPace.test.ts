import { expect, test } from 'vitest'
import { isTimeToFile } from '#engine/records/filingPace'

test.each([
  ['a first call after an hour', { recent: 1, spanMs: 3_600_000, unfiledBytes: 500 }, true],
  ['nothing since the last check', { recent: 0, spanMs: 0, unfiledBytes: 500 }, true],
  ['the beginning of a storm, after an hour', { recent: 450, spanMs: 3_600_000, unfiledBytes: 200_000 }, false],
  ['a few agents at work', { recent: 200, spanMs: 250, unfiledBytes: 100_000 }, true],
  ['a storm', { recent: 10_000, spanMs: 250, unfiledBytes: 5_000_000 }, false],
  ['a long storm', { recent: 10_000, spanMs: 250, unfiledBytes: 128_000_000 }, true],
])('whether calls are filed is decided for %s', (_case, traffic, isTime) => {
  expect(isTimeToFile(traffic)).toBe(isTime)
})
