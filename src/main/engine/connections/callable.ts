/**
 * What a call needs from a connection, whether the connection leads to a process, to an address, or into the engine
 * itself.
 */
import type { ConnectionState, ProtocolEra, RetryRule } from '#contract/servers/server'
import type { RequestObserver } from '#engine/connections/peer/requestObserver'

export interface CallableServer {
  readonly row: {
    readonly id: string
    /** The server's project; null if it belongs to none. */
    readonly projectId: string | null
    readonly concurrency: number
    readonly timeoutMs: number
    /**
     * Labels by which a caller can prefer some servers, if several could take its call.
     */
    readonly labels?: readonly string[]
    /** Whether Switchboard believes the server's own annotations, for example that a tool only reads. */
    readonly trusted?: boolean
    /** Whether a call that was lost after it was sent may be sent once more to another server. Absent: never. */
    readonly retry?: RetryRule
  }
  readonly connection: CallableConnection
  /**
   * The connection for this caller's calls, if each caller or each era has its own session. Ask for it before each call
   * instead of keeping it. Its state is `starting` while the caller is waiting for a place. Absent: all callers share
   * `connection`.
   */
  connectionFor?(callerKey: string, era?: ProtocolEra): CallableConnection
}

/** The connection for a caller's requests. `era`: the protocol era that the requests must use, if that matters. */
export function connectionOf(server: CallableServer, callerKey: string, era?: ProtocolEra): CallableConnection {
  return server.connectionFor === undefined ? server.connection : server.connectionFor(callerKey, era)
}

export interface CallableConnection {
  /** The same object until the state changes, because waiting code compares by identity. */
  readonly state: ConnectionState
  /**
   * Whether the server runs on another machine. Once the connection to it is lost, calls do not wait for its return.
   */
  readonly isRemote?: boolean
  /**
   * The connection that finally takes the calls, if several connections lead to one process. Their calls share one
   * lane, so that a question from the server can be matched with a call in progress. Absent: this connection.
   */
  readonly target?: object
  /** The era in which the server has, or may have, a second session. Null or absent: no second session. */
  readonly otherEra?: ProtocolEra | null
  /** The session that takes calls; null while there is none. */
  readonly session: CallableSession | null
  start(): void
  /** Resolves at the next change of state. */
  changed(): Promise<void>
}

export interface CallableSession {
  /** The session's protocol era. Absent: the server keeps no state between a caller's requests. */
  readonly era?: ProtocolEra | undefined
  /** The launch that this session belongs to, if one launch has several sessions. Absent: the session itself. */
  readonly launch?: object
  /** The server's instructions to models about its tools. Absent or empty: none. */
  readonly instructions?: string
  /** Returns an id with which the request can be cancelled. */
  request(
    method: string,
    params: Readonly<Record<string, unknown>>,
    capabilities: Readonly<Record<string, unknown>>,
    observer: RequestObserver,
    context: CallerContext,
  ): number
  cancel(id: number, reason: string): void
  forget(id: number): void
}

/** The caller on whose behalf a request is made. */
export interface CallerContext {
  /** The only project that the caller can see; null: all projects. */
  readonly projectId: string | null
  readonly callerKey: string
  /** The lowest log level that the caller wants. A modern server receives it with each request. */
  readonly logLevel?: string | null | undefined
}
