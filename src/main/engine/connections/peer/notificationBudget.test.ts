import { expect, it } from 'vitest'
import { NotificationBudget } from '#engine/connections/peer/notificationBudget'
import { manualClock } from '#test/support/manualClock'

const message = 'notifications/message'

it('passes on the first messages of a flood, then a limited number, and reports the count of the rest in one line', () => {
  const clock = manualClock()
  const said: string[] = []
  const budget = new NotificationBudget(clock, (text) => said.push(text))
  let told = 0
  expect(budget.take('notifications/resources/updated')).toBe(true)
  for (let count = 0; count < 100_000; count += 1) if (budget.take(message)) told += 1
  expect(told).toBe(6_000)
  clock.advance(4_000)
  expect(said).toEqual([expect.stringContaining('94000 notifications from the server were dropped')])
  expect(budget.take(message)).toBe(true)
  clock.advance(60_000)
  expect(said).toHaveLength(1)
})
