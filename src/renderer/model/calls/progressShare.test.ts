import { expect, test } from 'vitest'
import { progressShare } from '#renderer/model/calls/progressShare.ts'

test.each([
  [{ progress: 1, total: 4 }, 0.25],
  [{ progress: 9, total: 4 }, 1],
  [{ progress: 9, total: null }, null],
  [{ progress: 9, total: 0 }, null],
  [null, null],
])('[R32] the progress %o fills %s of the bar, even if a server counts wrongly', (progress, share) => {
  expect(progressShare(progress)).toBe(share)
})
