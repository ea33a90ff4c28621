/**
 * Issues single-use tickets. A browser cannot send a header with a WebSocket, and a token in an address would end up in
 * logs.
 */
import { randomBytes } from 'node:crypto'
import type { Clock } from '#engine/ports'

export interface Tickets {
  /** A ticket is valid once, for `lifeMs`. */
  issue(lifeMs?: number): string
  /** Uses up a ticket. Returns whether it was valid. */
  redeem(ticket: string): boolean
}

export const ticketLifeMs = 30_000
/** The maximum number of unused tickets. Only a caller with the token gets any, so the limit is against mistakes. */
const maxOutstanding = 1_000

export function createTickets(clock: Pick<Clock, 'elapsed'>): Tickets {
  /** When each ticket expires, in the order in which the tickets were issued. */
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
