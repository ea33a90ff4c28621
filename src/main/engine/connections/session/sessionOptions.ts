/** What a session needs, and the events that it reports. */
import type { Launch, LogLine, ProtocolEra, StartPhase } from '#contract/servers/server'
import type { ClientIdentity } from '#engine/connections/peer/envelope'
import type { InboundRequest } from '#engine/connections/peer/inboundRequests'
import type { ListingKind } from '#engine/connections/session/listingKinds'
import type { SessionBudgets } from '#engine/connections/session/sessionBudgets'
import type { OpenTransport, TransportExit } from '#engine/connections/transport'
import type { Clock, Random } from '#engine/ports'

export interface SessionOptions {
  readonly label: string
  readonly prepareLaunch: () => Promise<Launch>
  readonly openTransport: OpenTransport
  readonly identity: ClientIdentity
  readonly knownEra: ProtocolEra | null
  /** The only era to use; null: the era that the server prefers. */
  readonly wantedEra: ProtocolEra | null
  readonly clock: Clock
  readonly random: Random
  readonly signal: AbortSignal
  readonly budgets: SessionBudgets
  /**
   * Returns what the launch has printed, without secrets. That may contain the reason that waiting callers are told.
   */
  readonly printed: () => readonly string[]
}

export interface SessionEvents {
  onPhase(phase: StartPhase): void
  onOutput(source: LogLine['source'], text: string): void
  /**
   * Called when a list was read, for the first time or again. The first list of tools comes before `openSession`
   * resolves.
   */
  onListing(kind: ListingKind, entries: readonly unknown[]): void
  onServerRequest(request: InboundRequest): void
  /** `within`: the id of the request that the notification belongs to, if the transport knows it. */
  onNotification(method: string, params: Record<string, unknown>, within?: number): void
  /** Called when the session has ended by itself after it was opened. */
  onOver(exit: TransportExit): void
}
