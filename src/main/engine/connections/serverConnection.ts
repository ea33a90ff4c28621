/** What leads to one server, as the registry holds it: to a process of its own, to one that is shared, or to one for each caller. */
import type { ConnectionState, ProtocolEra, StateError } from '#contract/servers/server'
import type { CallableConnection } from '#engine/connections/callable'
import type { ServerLog } from '#engine/connections/serverLog'

/** Beside the state, what a person should know of it. */
export interface ConnectionHealth {
  /** It runs and answers no heartbeat. */
  readonly isSilent: boolean
  readonly isInCrashLoop: boolean
  /** A call is under way, or one was given up and the server has not answered it yet. */
  readonly isBusy: boolean
}

export interface ServerConnection extends CallableConnection {
  /** Times it was started again after it had died. */
  readonly restarts: number
  readonly log: ServerLog
  /** Since it is up, more than one caller made calls. */
  readonly hasSeveralCallers: boolean
  /** Absent: it is not watched beyond its state. */
  readonly health?: ConnectionHealth
  /** Calls that wait for an answer. */
  readonly pendingCount: number
  /** Somebody uses it without a call: it does not rest for a while. */
  touch(): void
  /** The machine has slept: what was true before need not be true now. */
  wake(): void
  /** Stops it, forgets its failures and starts it. */
  restart(drainMs?: number): Promise<void>
  /** Calls under way get `drainMs` to finish. Idempotent; resolves when nothing of it is left. */
  stop(drainMs?: number): Promise<void>
  /** Of what is down: it stays so, for this reason, until it is restarted. */
  hold(error: StateError): void
  /** Resolves when it is neither starting nor stopping. */
  settled(): Promise<ConnectionState>
  /** Where callers, or those of an era, have sessions of their own: that of this caller. */
  connectionFor?(callerKey: string, era?: ProtocolEra): CallableConnection
  /** A caller is gone for good: what it alone had is ended. */
  callerGone?(callerKey: string): void
}
