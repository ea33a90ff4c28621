/** What a call needs from a connection, whether it leads to a process, to an address, or into the engine itself. */
import type { ConnectionState, ProtocolEra, RetryRule } from '#contract/servers/server'
import type { RequestObserver } from '#engine/connections/peer/requestObserver'

export interface CallableServer {
  readonly row: {
    readonly id: string
    /** Null for a server that belongs to no project. */
    readonly projectId: string | null
    readonly concurrency: number
    readonly timeoutMs: number
    /** Labels by which callers can prefer a server, where several could take a call. */
    readonly labels?: readonly string[]
    /** Whether the server's own annotations, such as that a tool only reads, are believed. */
    readonly trusted?: boolean
    /** Whether a call that was lost after it was sent may be sent once more to another server. Absent: never. */
    readonly retry?: RetryRule
  }
  readonly connection: CallableConnection
  /**
   * The connection for this caller's calls, where each caller, or each era, has a session of its own. Callers must not
   * keep it. It is `starting` while it waits for a place. Absent: all callers share `connection`.
   */
  connectionFor?(callerKey: string, era?: ProtocolEra): CallableConnection
}

/** The connection for a caller's requests; `era`: the era they must be made in, where it matters. */
export function connectionOf(server: CallableServer, callerKey: string, era?: ProtocolEra): CallableConnection {
  return server.connectionFor === undefined ? server.connection : server.connectionFor(callerKey, era)
}

export interface CallableConnection {
  /** The same object until the state changes: waiting code compares by identity. */
  readonly state: ConnectionState
  /** The server runs on another machine: once the connection is lost, no call waits for it to return. */
  readonly isRemote?: boolean
  /**
   * Takes the calls in the end, where several connections lead to it. Their calls share one lane, because a question
   * the server asks in between belongs to the only call under way. Absent: this connection.
   */
  readonly target?: object
  /** The era in which the server has, or may have, a second session. Absent or null: none. */
  readonly otherEra?: ProtocolEra | null
  /** Null while the connection takes no calls. */
  readonly session: CallableSession | null
  start(): void
  /** Resolves at the next change of state. */
  changed(): Promise<void>
}

export interface CallableSession {
  /** Absent: the server keeps no state with its callers between requests. */
  readonly era?: ProtocolEra | undefined
  /** The launch this session is part of, where several sessions lead to one. Absent: the session itself. */
  readonly launch?: object
  /** The server's instructions to models about its tools. Absent or empty: none. */
  readonly instructions?: string
  /** Returns the id by which the request can be cancelled. */
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
  /** The lowest log level the caller wants; a modern server is told with each request. */
  readonly logLevel?: string | null | undefined
}
