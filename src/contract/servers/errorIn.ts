/** A server's error, taken from its connection's state. Pure. */
import type { ConnectionState, StateError } from '#contract/servers/server'

/** Returns null if the state has no error. */
export function errorIn(state: ConnectionState): StateError | null {
  switch (state.kind) {
    case 'backingOff':
    case 'failed':
      return state.error
    case 'stopped':
    case 'starting':
    case 'ready':
    case 'stopping':
      return null
  }
}
