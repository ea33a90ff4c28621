/** What a call needs of a connection, whether it leads to a process, to an address, or into the engine itself. */
import type { ConnectionState } from '#contract/server'
import type { RequestObserver } from '#engine/connections/jsonRpcPeer'

export interface CallableServer {
  readonly row: {
    readonly id: string
    /** Null for what belongs to no project. */
    readonly projectId: string | null
    readonly concurrency: number
    readonly timeoutMs: number
    /** What callers can ask for, where several servers could take a call. */
    readonly labels?: readonly string[]
  }
  readonly connection: CallableConnection
}

export interface CallableConnection {
  readonly state: ConnectionState
  /** It leads to another machine: once it was lost, no call waits for it to be back. */
  readonly isRemote?: boolean
  /** Null while it takes no calls. */
  readonly session: CallableSession | null
  start(): void
  /** Resolves when the state is not what it was. */
  changed(): Promise<void>
}

export interface CallableSession {
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
}
