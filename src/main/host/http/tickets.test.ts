import { expect, test } from 'vitest'
import { createTickets, ticketLifeMs } from '#main/host/http/tickets'
import { manualClock } from '#test/support/manualClock'

function openTickets() {
  const clock = manualClock()
  return { clock, tickets: createTickets(clock) }
}

test('a ticket opens one socket, not two: a copied address is useless', () => {
  const { tickets } = openTickets()
  const ticket = tickets.issue()
  expect(tickets.redeem(ticket)).toBe(true)
  expect(tickets.redeem(ticket)).toBe(false)
})

test('an expired ticket is refused, a ticket just before its expiry is not', () => {
  const { clock, tickets } = openTickets()
  const [first, second] = [tickets.issue(), tickets.issue()]
  clock.advance(ticketLifeMs - 1)
  expect(tickets.redeem(first)).toBe(true)
  clock.advance(1)
  expect(tickets.redeem(second)).toBe(false)
})

test('a ticket that was never issued is refused', () => {
  const { tickets } = openTickets()
  expect(tickets.redeem('')).toBe(false)
  expect(tickets.redeem('constructor')).toBe(false)
})

test('a page that keeps requesting tickets does not fill the memory, and the newest ticket still works', () => {
  const { tickets } = openTickets()
  const first = tickets.issue()
  for (let count = 0; count < 5_000; count += 1) tickets.issue()
  expect(tickets.redeem(tickets.issue())).toBe(true)
  expect(tickets.redeem(first)).toBe(false)
})
