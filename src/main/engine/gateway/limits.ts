import { maxClientMessageBytes } from '#engine/net/receivedText'
import type { BacklogLimits } from '#engine/gateway/client/backlog'

/** Limits on what clients can use. Hosts and tests may set other values. */
export interface GatewayLimits extends BacklogLimits {
  /** The largest body of a POST. */
  readonly bodyBytes: number
  /** How long a listing waits for servers that are still starting. */
  readonly listWaitMs: number
  /** How long a legacy session may be unused before it is freed. */
  readonly sessionIdleMs: number
  /**
   * The maximum number of legacy sessions. At the limit, the client with the most sessions loses the one that has been
   * idle longest.
   */
  readonly sessions: number
  /**
   * The maximum number of legacy sessions per client token. At the limit, the session that has been idle longest is
   * ended.
   */
  readonly sessionsPerClient: number
  /** The maximum number of modern subscriptions. */
  readonly subscriptions: number
  /** The maximum number of modern subscriptions per client token. */
  readonly subscriptionsPerClient: number
  /** The maximum number of resources that a session or a modern subscription can follow. */
  readonly resourceSubscriptions: number
  /** How long a modern subscription waits for its resources' servers before it reports which resources it follows. */
  readonly subscribeWaitMs: number
  /** The maximum number of calls that may be waiting for their modern clients to return with answers. */
  readonly heldCalls: number
  /** The maximum number of these held calls per client. */
  readonly heldCallsPerClient: number
  /** How long a held call waits and keeps its slot at the server. */
  readonly heldMs: number
  /** The maximum number of requests that one session or channel may have under way at the same time. */
  readonly underWay: number
  /** The maximum number of messages in a JSON-RPC batch. */
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
