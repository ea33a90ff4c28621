/** The condition of a server in one word, for sorting, filtering and counting. Pure. */
import type { ServerSnapshot } from '#contract/servers/server'
import { onlyLacksSignIn } from '#renderer/model/servers/signInStatus.ts'

/** The conditions, in the order of the filter. */
export const conditions = ['failing', 'retrying', 'signIn', 'running', 'idle', 'off'] as const
export type Condition = (typeof conditions)[number]

type Known = Pick<ServerSnapshot, 'enabled' | 'state' | 'signIn'>

/**
 * A server that is being started again after a failure is still `retrying`, so that it keeps its position in the list.
 */
export function conditionOf(server: Known): Condition {
  const { enabled, state, signIn } = server
  if (!enabled) return 'off'
  const lacksOnlySignIn = onlyLacksSignIn(server)
  if (state.kind === 'failed' && !lacksOnlySignIn) return 'failing'
  if (lacksOnlySignIn || signIn === 'needed' || signIn === 'waiting') return 'signIn'
  switch (state.kind) {
    case 'failed':
      return 'failing'
    case 'backingOff':
      return 'retrying'
    case 'starting':
      return state.attempt > 1 ? 'retrying' : 'running'
    case 'ready':
      return 'running'
    case 'stopped':
    case 'stopping':
      return 'idle'
  }
}

const ranks: Readonly<Record<Condition, number>> = { failing: 0, signIn: 1, retrying: 2, running: 3, idle: 3, off: 3 }

/** Sorts servers that need attention first, then by name. */
export function byUrgency<S extends Known & Pick<ServerSnapshot, 'name' | 'slug'>>(servers: readonly S[]): S[] {
  const rank = (server: S) => ranks[conditionOf(server)]
  return servers.toSorted(
    (a, b) =>
      rank(a) - rank(b) ||
      a.name.localeCompare(b.name, undefined, { numeric: true, sensitivity: 'base' }) ||
      (a.slug < b.slug ? -1 : 1),
  )
}

export function countOf(servers: readonly Known[], condition: Condition): number {
  return servers.filter((server) => conditionOf(server) === condition).length
}
