/** What a call needs of a connection, whether it leads to a process, to an address, or into the engine itself. */
import type { ConnectionState, ProtocolEra, RetryRule } from '#contract/servers/server'
import type { RequestObserver } from '#engine/connections/peer/requestObserver'

export interface CallableServer {
  readonly row: {
    readonly id: string
    /** Null for what belongs to no project. */
    readonly projectId: string | null
    readonly concurrency: number
    readonly timeoutMs: number
    /** What callers can ask for, where several servers could take a call. */
    readonly labels?: readonly string[]
    /** What it says of its tools, for example that one only reads, may be believed. */
    readonly trusted?: boolean
    /** Whether a call that was lost after it was sent may be made once more elsewhere. Absent: never. */
    readonly retry?: RetryRule
  }
  readonly connection: CallableConnection
  /**
   * Where callers have sessions of their own, or those of an era have one: the connection for this caller's calls, which
   * is not kept by whoever asks for it. It is `starting` while it waits for a place. Absent: all callers share `connection`.
   */
  connectionFor?(callerKey: string, era?: ProtocolEra): CallableConnection
}

/** The connection that a caller's requests go by; `era`: the one they must be made in, where it matters. */
export function connectionOf(server: CallableServer, callerKey: string, era?: ProtocolEra): CallableConnection {
  return server.connectionFor === undefined ? server.connection : server.connectionFor(callerKey, era)
}

export interface CallableConnection {
  /** The very same object until it changes: who waits for a change compares them. */
  readonly state: ConnectionState
  /** It leads to another machine: once it was lost, no call waits for it to be back. */
  readonly isRemote?: boolean
  /**
   * What takes the calls in the end, where several connections lead to it: their calls are one lane, because what it
   * asks in between belongs to the only one of all of them. Absent: this connection.
   */
  readonly target?: object
  /** The era in which it has, or may have, a second session. Absent or null: it has none. */
  readonly otherEra?: ProtocolEra | null
  /** Null while it takes no calls. */
  readonly session: CallableSession | null
  start(): void
  /** Resolves when the state is not what it was. */
  changed(): Promise<void>
}

export interface CallableSession {
  /** Absent: it keeps nothing with its callers between requests. */
  readonly era?: ProtocolEra | undefined
  /** What it is a part of, where several lead to one launch. Absent: itself. */
  readonly launch?: object
  /** What the server says to models about its tools. Absent or empty: nothing. */
  readonly instructions?: string
  /** Returns the id by which the request can be cancelled. */
  request(
    method: string,
    params: Readonly<Record<string, unknown>>,
    capabilities: Readonly<Record<string, unknown>>,
    observer: RequestObserver,
    context: RequestContext,
  ): number
  cancel(id: number, reason: string): void
  forget(id: number): void
}

/** On whose behalf a request is made. */
export interface RequestContext {
  /** The only project that its caller can see; null: all of them. */
  readonly projectId: string | null
  readonly callerKey: string
  /** The mildest log message it wants, which a modern server is told with each request. */
  readonly logLevel?: string | null | undefined
}
