/**
 * A connection to one server as the registry uses it: to a process of its own, to a shared one, or to one per caller.
 */
import type { ConnectionState, ProtocolEra, StateError } from '#contract/servers/server'
import type { CallableConnection } from '#engine/connections/callable'
import type { ServerLog } from '#engine/connections/serverLog'

/** Facts about a connection that its state does not show. */
export interface ConnectionHealth {
  /** Whether the server is running but not answering pings. */
  readonly isSilent: boolean
  readonly isInCrashLoop: boolean
  /** Whether a call is in progress, or was given up and has not been answered by the server yet. */
  readonly isBusy: boolean
}

export interface ServerConnection extends CallableConnection {
  /** How many times the server was restarted after it ended by itself. */
  readonly restarts: number
  readonly log: ServerLog
  /** Whether more than one caller has made calls since the connection came up. */
  readonly hasSeveralCallers: boolean
  /** The connection's health. Absent: nothing but the state is watched. */
  readonly health?: ConnectionHealth
  /** The number of calls that are waiting for an answer. */
  readonly pendingCount: number
  /** Counts as a use without a call, so that the server does not rest yet. */
  touch(): void
  /** Call after the machine has slept. The connection may be dead, or the cause of a failure may be gone. */
  wake(): void
  /** Stops the server, forgets its failures and starts it again. */
  restart(drainMs?: number): Promise<void>
  /**
   * Stops the server. Calls in progress get `drainMs` to finish. Idempotent. Resolves when nothing of the launch is
   * left.
   */
  stop(drainMs?: number): Promise<void>
  /** Keeps a server that is down from starting until it is restarted. `error`: the reason. */
  hold(error: StateError): void
  /** Resolves when the state is neither starting nor stopping. */
  settled(): Promise<ConnectionState>
  /** This caller's own connection, if callers or eras have separate sessions. */
  connectionFor?(callerKey: string, era?: ProtocolEra): CallableConnection
  /** Call when a caller is gone for good. Ends the session that only this caller used. */
  callerGone?(callerKey: string): void
}
