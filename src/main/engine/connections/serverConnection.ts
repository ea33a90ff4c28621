/** A connection to one server, as the registry keeps it: to its own process, to a shared one, or to one per caller. */
import type { ConnectionState, ProtocolEra, StateError } from '#contract/servers/server'
import type { CallableConnection } from '#engine/connections/callable'
import type { ServerLog } from '#engine/connections/serverLog'

/** Facts about a connection that its state does not show. */
export interface ConnectionHealth {
  /** It runs but does not answer its pings. */
  readonly isSilent: boolean
  readonly isInCrashLoop: boolean
  /** A call is under way, or was given up and the server has not answered it yet. */
  readonly isBusy: boolean
}

export interface ServerConnection extends CallableConnection {
  /** How many times it was restarted after it had ended by itself. */
  readonly restarts: number
  readonly log: ServerLog
  /** Whether more than one caller has made calls since it came up. */
  readonly hasSeveralCallers: boolean
  /** Absent: it is not watched beyond its state. */
  readonly health?: ConnectionHealth
  /** How many calls wait for an answer. */
  readonly pendingCount: number
  /** Marks it as used without a call, which postpones its rest. */
  touch(): void
  /** Called after the machine slept: the connection may be dead, and a failure may be over. */
  wake(): void
  /** Stops it, forgets its failures and starts it. */
  restart(drainMs?: number): Promise<void>
  /** Gives calls under way `drainMs` to finish. Idempotent; resolves when nothing of the launch is left. */
  stop(drainMs?: number): Promise<void>
  /** Keeps a server that is down from starting, with this reason, until it is restarted. */
  hold(error: StateError): void
  /** Resolves when it is neither starting nor stopping. */
  settled(): Promise<ConnectionState>
  /** The connection of this caller, if callers, or those of an era, have their own sessions. */
  connectionFor?(callerKey: string, era?: ProtocolEra): CallableConnection
  /** Called when a caller is gone for good: ends the session that was its alone. */
  callerGone?(callerKey: string): void
}
