import { expect, it } from 'vitest'
import { SaidBudget } from '#engine/connections/peer/saidBudget'
import { manualClock } from '#test/support/manualClock'

const message = 'notifications/message'

it('of a flood of messages the first are told, then some, and the rest is counted in one line', () => {
  const clock = manualClock()
  const said: string[] = []
  const budget = new SaidBudget(clock, (text) => said.push(text))
  let told = 0
  expect(budget.take('notifications/resources/updated')).toBe(true)
  for (let count = 0; count < 100_000; count += 1) if (budget.take(message)) told += 1
  expect(told).toBe(6_000)
  clock.advance(4_000)
  expect(said).toEqual([expect.stringContaining('94000 of its notifications were dropped')])
  expect(budget.take(message)).toBe(true)
  clock.advance(60_000)
  expect(said).toHaveLength(1)
})
