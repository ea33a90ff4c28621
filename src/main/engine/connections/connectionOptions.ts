/** What a connection is given, and what it tells. */
import type { ConnectionState, Launch, ProtocolEra, RestartPolicy } from '#contract/servers/server'
import type { ClientIdentity } from '#engine/connections/peer/envelope'
import type { InboundRequest } from '#engine/connections/peer/inboundRequests'
import type { ListingKind } from '#engine/connections/session/listingKinds'
import type { ServerLog } from '#engine/connections/serverLog'
import type { SessionBudgets } from '#engine/connections/session/sessionBudgets'
import type { OpenTransport } from '#engine/connections/transport'
import type { SupervisionRules } from '#engine/policies/supervision'
import type { Clock, Log, Random } from '#engine/ports'

export interface ConnectionOptions {
  readonly slug: string
  readonly rules: ConnectionRules
  readonly prepareLaunch: () => Promise<Launch>
  /** It runs elsewhere: nothing here is started, and it can be out of reach. */
  readonly isRemote: boolean
  /** What an earlier handshake found; null when unknown or stale. */
  readonly knownEra: ProtocolEra | null
  /** One object for all connections of a server: what one of them learns holds for the others. */
  readonly past: ServerPast
  /** The only era to speak. Absent: whichever suits it. */
  readonly wantedEra?: ProtocolEra
  readonly identity: ClientIdentity
  readonly openTransport: OpenTransport
  readonly budgets: SessionBudgets
  readonly clock: Clock
  readonly random: Random
  readonly log: Log
  readonly serverLog: ServerLog
  /** When it is started again after it ended. Absent: as servers are. */
  readonly supervision?: SupervisionRules
  /** So often it is asked whether it is there. Absent: it is not. */
  readonly heartbeatMs?: number
  /** Takes secrets out of what is told of it. */
  readonly redact: (text: string) => string
}

/** What is known of launches before this one. */
export interface ServerPast {
  /** With the settings that it has now. */
  wasReady: boolean
}

/** Settings that may change while it runs: they are read when they are needed. */
export interface ConnectionRules {
  readonly restart: RestartPolicy
  /** A session that nobody used for so long is stopped; null or absent: never. */
  readonly idleLimitMs?: number | null
  /** False while somebody else decides when it starts: whoever uses it waits. Absent: true. */
  readonly mayStart?: boolean
}

/** What a server was found to speak, and is spoken to in. */
export interface SpokenEras {
  readonly era: ProtocolEra
  readonly alsoSpeaks?: ProtocolEra | undefined
}

/** What is kept of that for the next start, where only a server of the legacy era alone is not probed. */
export function verdictOf({ era, alsoSpeaks }: SpokenEras): ProtocolEra {
  return era === 'modern' || alsoSpeaks === 'modern' ? 'modern' : 'legacy'
}

export interface ConnectionEvents {
  onState(state: ConnectionState): void
  /** `era`: of a session in the server's other era, whose lists may not be those of the first. */
  onListing(kind: ListingKind, entries: readonly unknown[], era?: ProtocolEra): void
  onEra(eras: SpokenEras): void
  /** `source`: the connection that it came by, of those that lead to this server. */
  onServerRequest(request: InboundRequest, source: object): void
  /** `within`: the id of the request that it came with, where the transport says so. */
  onNotification(method: string, params: Record<string, unknown>, source: object, within?: number): void
}
