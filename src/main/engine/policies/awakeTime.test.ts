import { expect, it } from 'vitest'
import { AwakeTime } from '#engine/policies/awakeTime'

it('time advances while it is read regularly, and stands still while the machine sleeps between two readings', () => {
  const time = new AwakeTime(1_000)
  expect(time.at(6_000)).toBe(6_000)
  expect(time.at(35_000)).toBe(35_000)
  const asleepMs = 8 * 3_600_000
  expect(time.at(35_000 + asleepMs)).toBe(35_000)
  expect(time.at(35_000 + asleepMs + 5_000)).toBe(40_000)
})
