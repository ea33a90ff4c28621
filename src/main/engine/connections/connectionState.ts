/**
 * The states of a connection and every transition between them. Pure. Resources that exist only in one state belong
 * to its `stage`.
 */
import type { ConnectionState, ProtocolEra, StartPhase, StateError } from '#contract/servers/server'

export type ConnectionEvent =
  | { readonly type: 'start'; readonly at: number; readonly attempt: number }
  | { readonly type: 'phase'; readonly phase: StartPhase }
  | { readonly type: 'ready'; readonly at: number; readonly facts: ReadyFacts }
  /** The launch is over, and another one follows. */
  | { readonly type: 'retry'; readonly attempt: number; readonly retryAt: number; readonly error: StateError }
  /** The launch is over, and none follows by itself. */
  | { readonly type: 'fail'; readonly at: number; readonly error: StateError }
  /** Nothing is running, and the server starts only when a person asks for it. */
  | { readonly type: 'hold'; readonly at: number; readonly error: StateError }
  | { readonly type: 'stop'; readonly at: number }
  /** Nothing of the launch is left. */
  | { readonly type: 'ended' }

export interface ReadyFacts {
  readonly pid: number | null
  readonly era: ProtocolEra
  readonly alsoSpeaks?: ProtocolEra
  readonly protocolVersion: string
  readonly implementation: { readonly name: string; readonly version: string }
}

/** The state after `event`. The same object if the event does not apply in this state. */
export function nextState(state: ConnectionState, event: ConnectionEvent): ConnectionState {
  switch (event.type) {
    case 'start':
      return state.kind === 'stopped' || state.kind === 'backingOff' || state.kind === 'failed'
        ? { kind: 'starting', phase: 'spawning', since: event.at, attempt: event.attempt, ...retriedFor(state, event) }
        : state
    case 'phase':
      return state.kind === 'starting' ? { ...state, phase: event.phase } : state
    case 'ready':
      return state.kind === 'starting' ? { kind: 'ready', since: event.at, ...event.facts } : state
    case 'retry':
      return isRunning(state)
        ? { kind: 'backingOff', attempt: event.attempt, retryAt: event.retryAt, error: event.error }
        : state
    case 'fail':
      return isRunning(state) ? { kind: 'failed', at: event.at, error: event.error } : state
    case 'hold':
      return state.kind === 'stopped' || state.kind === 'backingOff'
        ? { kind: 'failed', at: event.at, error: event.error }
        : state
    case 'stop':
      return isRunning(state)
        ? { kind: 'stopping', since: event.at }
        : state.kind === 'stopping'
          ? state
          : { kind: 'stopped' }
    case 'ended':
      return isRunning(state) || state.kind === 'stopping' ? { kind: 'stopped' } : state
  }
}

/**
 * While an automatic retry is starting, the error that led to it stays visible. A person who starts the server has
 * already seen that error.
 */
function retriedFor(state: ConnectionState, { attempt }: { readonly attempt: number }): { error?: StateError } {
  return state.kind === 'backingOff' && attempt > 1 ? { error: state.error } : {}
}

/** Whether a launch is under way or up. */
export function isRunning(state: ConnectionState): boolean {
  return state.kind === 'starting' || state.kind === 'ready'
}

/** Whether the connection is neither starting nor stopping. */
export function isSettled(state: ConnectionState): boolean {
  return state.kind !== 'starting' && state.kind !== 'stopping'
}
