/** What a connection needs, and the events that it reports. */
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
  /** Whether the server runs elsewhere: this machine starts no process for it, and it may be unreachable. */
  readonly isRemote: boolean
  /** Whether the server runs in a container that the engine owns. Absent: it does not. */
  readonly isHosted?: boolean
  /** The era found by an earlier handshake; null if unknown or outdated. */
  readonly knownEra: ProtocolEra | null
  /** Shared by all connections to a server: what one of them learns applies to the others. */
  readonly past: ServerPast
  /** The only era to use. Absent: the era that the server prefers. */
  readonly wantedEra?: ProtocolEra
  readonly identity: ClientIdentity
  readonly openTransport: OpenTransport
  readonly budgets: SessionBudgets
  readonly clock: Clock
  readonly random: Random
  readonly log: Log
  readonly serverLog: ServerLog
  /** The rules for restarting a server that has ended by itself. Absent: the usual rules for servers. */
  readonly supervision?: SupervisionRules
  /** The interval between the pings that check whether the server responds. Absent: no pings. */
  readonly heartbeatMs?: number
  /** Removes secrets from texts before they are reported. */
  readonly redact: (text: string) => string
}

/** What earlier launches have shown. */
export interface ServerPast {
  /** Whether the server was ever ready with its current settings. */
  wasReady: boolean
}

/** Settings that may change while the server is running. They are read whenever they are needed. */
export interface ConnectionRules {
  readonly restart: RestartPolicy
  /** How long a session may be unused before it is stopped. Null or absent: never stopped. */
  readonly idleLimitMs?: number | null
  /**
   * Whether the server may start. False while its project is starting other servers first; callers wait. Absent: true.
   */
  readonly mayStart?: boolean
}

/** The eras that a server supports, according to its handshake. `era`: the one in use. */
export interface SpokenEras {
  readonly era: ProtocolEra
  readonly alsoSpeaks?: ProtocolEra | undefined
  /** The server's icon, from the same handshake. Absent: not known here. */
  readonly icon?: string | null
}

/**
 * The era to remember for the next start: legacy only if the server supports nothing else. It is then started without a
 * probe.
 */
export function verdictOf({ era, alsoSpeaks }: SpokenEras): ProtocolEra {
  return era === 'modern' || alsoSpeaks === 'modern' ? 'modern' : 'legacy'
}

export interface ConnectionEvents {
  onState(state: ConnectionState): void
  /** `era`: set for a session in the server's other era, whose lists may differ from those of the first session. */
  onListing(kind: ListingKind, entries: readonly unknown[], era?: ProtocolEra): void
  onEra(eras: SpokenEras): void
  /** `source`: which of the server's connections the request came from. */
  onServerRequest(request: InboundRequest, source: object): void
  /** `within`: the id of the request that the notification belongs to, if the transport knows it. */
  onNotification(method: string, params: Record<string, unknown>, source: object, within?: number): void
}
