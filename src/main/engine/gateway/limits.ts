import { maxClientMessageBytes } from '#engine/net/receivedText'
import type { BacklogLimits } from '#engine/gateway/client/backlog'

/** Limits for serving clients. Hosts and tests may set others. */
export interface GatewayLimits extends BacklogLimits {
  /** Largest body of one POST. */
  readonly bodyBytes: number
  /** How long a listing waits for servers that are still starting. */
  readonly listWaitMs: number
  /** Unused legacy sessions are freed after this time. */
  readonly sessionIdleMs: number
  /** Maximum of legacy sessions. At the limit, the client with the most sessions loses its idlest. */
  readonly sessions: number
  /** Maximum of legacy sessions for one client's token. At the limit, its idlest is ended. */
  readonly sessionsPerClient: number
  /** Maximum of modern subscriptions. */
  readonly subscriptions: number
  /** Maximum of modern subscriptions for one client's token. */
  readonly subscriptionsPerClient: number
  /** Maximum of resources that one session or one modern subscription can follow. */
  readonly resourceSubscriptions: number
  /** How long a modern subscription waits for the servers of its resources before it says which ones it follows. */
  readonly subscribeWaitMs: number
  /** Maximum of calls that wait until their modern clients return with answers. */
  readonly heldCalls: number
  /** The same maximum for one client. */
  readonly heldCallsPerClient: number
  /** How long such a call waits and keeps its slot of the server. */
  readonly heldMs: number
  /** Maximum of requests of one session or channel that are carried at once. */
  readonly underWay: number
  /** Maximum of messages in one JSON-RPC batch. */
  readonly batch: number
}

export const defaultLimits: GatewayLimits = {
  bodyBytes: maxClientMessageBytes,
  listWaitMs: 2_000,
  sessionIdleMs: 30 * 60_000,
  sessions: 4_096,
  sessionsPerClient: 1_024,
  subscriptions: 1_024,
  subscriptionsPerClient: 512,
  resourceSubscriptions: 1_000,
  subscribeWaitMs: 15_000,
  heldCalls: 1_024,
  heldCallsPerClient: 8,
  heldMs: 2 * 60_000,
  underWay: 1_000,
  batch: 100,
  unreadBytes: 16 * 1024 * 1024,
  unreadBytesPerClient: 64 * 1024 * 1024,
  unreadMs: 60_000,
}
