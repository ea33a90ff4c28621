import { randomUUID } from 'node:crypto'
import { expect, test } from 'vitest'
import { callId } from '#contract/tools/callText'
import { CallIds, firstIdAt } from '#engine/records/callId'

test('ids sort by time, and by creation within a millisecond', () => {
  const ids = new CallIds(randomUUID)
  const made = [1_700_000_000_000, 1_700_000_000_000, 1_700_000_000_001, 1_900_000_000_000].map((at) => ids.make(at))
  expect([...made].sort()).toEqual(made)
  for (const id of made) expect(callId.safeParse(id).success).toBe(true)
})

test('the first id of a time sorts before all ids of that time, and after all earlier ones', () => {
  const ids = new CallIds(() => '-')
  const [earlier, then] = [ids.make(1_700_000_000_000), ids.make(1_700_000_000_001)]
  expect(earlier < firstIdAt(1_700_000_000_001)).toBe(true)
  expect(firstIdAt(1_700_000_000_001) <= then).toBe(true)
})
