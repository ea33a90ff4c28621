import { maxClientMessageBytes } from '#engine/net/receivedText'
import type { BacklogLimits } from '#engine/gateway/client/backlog'

/** The bounds within which clients are served. Hosts and tests may set others. */
export interface GatewayLimits extends BacklogLimits {
  /** The largest body of one POST. */
  readonly bodyBytes: number
  /** How long a listing waits for servers that are still starting. */
  readonly listWaitMs: number
  /** A legacy session that is not used for so long is freed. */
  readonly sessionIdleMs: number
  /** Legacy sessions at once; the one idle for longest makes room, of whoever has most. */
  readonly sessions: number
  /** Of them, those of one client's token: its own make room for each other. */
  readonly sessionsOfOne: number
  /** Modern subscriptions at once. */
  readonly subscriptions: number
  /** Of them, those of one client's token. */
  readonly subscriptionsOfOne: number
  /** Resources that one session or one modern subscription can follow. */
  readonly resourceSubscriptions: number
  /** How long a modern subscription waits for the servers of its resources before it says which ones it follows. */
  readonly subscribeWaitMs: number
  /** Calls of modern clients that wait for them to come back with answers. */
  readonly heldCalls: number
  /** Of them, those of one client. */
  readonly heldCallsOfOne: number
  /** How long one of them waits, and keeps its slot of the server. */
  readonly heldMs: number
  /** Requests of one session or channel that are carried at once. */
  readonly underWay: number
  /** Messages in one JSON-RPC batch. */
  readonly batch: number
}

export const defaultLimits: GatewayLimits = {
  bodyBytes: maxClientMessageBytes,
  listWaitMs: 2_000,
  sessionIdleMs: 30 * 60_000,
  sessions: 4_096,
  sessionsOfOne: 1_024,
  subscriptions: 1_024,
  subscriptionsOfOne: 512,
  resourceSubscriptions: 1_000,
  subscribeWaitMs: 15_000,
  heldCalls: 1_024,
  heldCallsOfOne: 8,
  heldMs: 2 * 60_000,
  underWay: 1_000,
  batch: 100,
  unreadBytes: 16 * 1024 * 1024,
  unreadBytesOfOne: 64 * 1024 * 1024,
  unreadMs: 60_000,
}
