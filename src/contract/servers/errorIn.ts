/** The error of a server, from the state of its connection. Pure. */
import type { ConnectionState, StateError } from '#contract/servers/server'

/** Null if there is none. */
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
