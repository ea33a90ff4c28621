/**
 * Issues single-use tickets. A browser cannot send a header with a WebSocket, and a token in an address would end up in
 * logs.
 */
import { randomBytes } from 'node:crypto'
import type { Clock } from '#engine/ports'

export interface Tickets {
  /** A ticket is valid once, for `lifeMs`. */
  issue(lifeMs?: number): string
  /** True the first time for a ticket that has not expired. */
  redeem(ticket: string): boolean
}

export const ticketLifeMs = 30_000
/** Only a caller with the token gets tickets, so the limit is against mistakes, not attacks. */
const maxOutstanding = 1_000

export function createTickets(clock: Pick<Clock, 'elapsed'>): Tickets {
  /** Ordered by issue, the oldest first. */
  const expiries = new Map<string, number>()
  const forgetOld = () => {
    for (const [ticket, expiresAt] of expiries) {
      if (expiresAt > clock.elapsed() && expiries.size < maxOutstanding) break
      expiries.delete(ticket)
    }
  }
  return {
    issue(lifeMs = ticketLifeMs) {
      forgetOld()
      const ticket = randomBytes(32).toString('base64url')
      expiries.set(ticket, clock.elapsed() + lifeMs)
      return ticket
    },
    redeem(ticket) {
      const expiresAt = expiries.get(ticket)
      expiries.delete(ticket)
      return expiresAt !== undefined && expiresAt > clock.elapsed()
    },
  }
}
