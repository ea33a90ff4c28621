/** What went wrong with a server, by the state of its connection. Pure. */
import type { ConnectionState, StateError } from '#contract/servers/server'

/** Null where nothing did. */
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
