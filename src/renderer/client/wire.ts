/** One wire to the engine. It carries calls until it closes, and is never reopened. */
import type { ClientLink } from '@orpc/client'
import type { CallContext } from '#renderer/client/api.ts'

export interface Wire {
  readonly link: ClientLink<CallContext>
  /** Resolves when the wire can carry no more calls. Never rejects. */
  readonly closed: Promise<void>
}

/** This tab has no access token. */
export class TokenMissing extends Error {}

/** The engine refused the ticket: it was already used, or has expired. */
export class TicketRefused extends Error {}

/**
 * Rejects with `UNAUTHORIZED` if the engine does not accept the access token, and with `TokenMissing` if there is none.
 */
export type OpenWire = (signal: AbortSignal) => Promise<Wire>
