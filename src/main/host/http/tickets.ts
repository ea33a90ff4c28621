/** One-use tickets: a browser cannot send a header with a WebSocket, and a token in an address would be kept in logs. */
import { randomBytes } from 'node:crypto'
import type { Clock } from '#engine/ports'

export interface Tickets {
  /** Good once, for so long. */
  issue(lifeMs?: number): string
  /** True once for each ticket that is not too old. */
  redeem(ticket: string): boolean
}

export const ticketLifeMs = 30_000
/** Only a caller with the token gets one, so this bounds a mistake, not an attack. */
const mostOutstanding = 1_000

export function createTickets(clock: Pick<Clock, 'elapsed'>): Tickets {
  /** In order of issue, so the oldest come first. */
  const expiries = new Map<string, number>()
  const forgetOld = () => {
    for (const [ticket, expiresAt] of expiries) {
      if (expiresAt > clock.elapsed() && expiries.size < mostOutstanding) break
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
