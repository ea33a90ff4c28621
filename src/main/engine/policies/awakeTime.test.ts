import { expect, it } from 'vitest'
import { AwakeTime } from '#engine/policies/awakeTime'

it('time goes on while it is looked at now and then, and stands still in the sleep between two looks', () => {
  const time = new AwakeTime(1_000)
  expect(time.at(6_000)).toBe(6_000)
  expect(time.at(35_000)).toBe(35_000)
  const asleepMs = 8 * 3_600_000
  expect(time.at(35_000 + asleepMs)).toBe(35_000)
  expect(time.at(35_000 + asleepMs + 5_000)).toBe(40_000)
})
