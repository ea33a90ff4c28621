/** One wire to the engine: a link that carries calls until it closes, once. */
import type { ClientLink } from '@orpc/client'
import type { CallContext } from '#renderer/client/api.ts'

export interface Wire {
  readonly link: ClientLink<CallContext>
  /** Resolves when the wire can carry no more calls; never rejects. */
  readonly closed: Promise<void>
}

/** There is no access token to ask the engine with. */
export class TokenMissing extends Error {}

/** The engine does not take the ticket: it was used already, or is too old. */
export class TicketRefused extends Error {}

/** Rejects with `UNAUTHORIZED` when the engine does not accept the access token, with `TokenMissing` when there is none. */
export type OpenWire = (signal: AbortSignal) => Promise<Wire>
