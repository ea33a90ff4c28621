/**
 * Waits until the target of a call is known. Servers that have never listed anything, and could own the name, are
 * started and given the time that a start takes.
 */
import { AppError } from '#contract/errors'
import type { ConnectionState } from '#contract/servers/server'
import { projectOf, type Scope } from '#engine/registry/catalog/scope'
import type { Undecided } from '#engine/registry/catalog/naming/nameAssignment'
import type { Clock, Timer } from '#engine/ports'
import type { Views } from '#engine/registry/catalog/catalogView'
import type { OneCall } from '#engine/router/calls/oneCall'
import { describe, gapMs } from '#engine/router/targets/readiness'
import { waitingFor } from '#engine/router/calls/stage'

/** Time limit for a name without a known owner: a server that is installed first would delay the call too long. */
const firstListingMs = 15_000

type Servers = Pick<Views, 'use' | 'onViewsChanged'>

export interface Lookup {
  isFound(): boolean
  undecided(): Undecided | null
}

/** Resolves when the name is found, or when the awaited servers will not list anything soon. */
export async function firstListing(one: OneCall, lookup: Lookup, servers: Servers, clock: Clock): Promise<void> {
  const first = lookup.undecided()
  const unheard = isUnheard(first)
  const timers: Timer[] = []
  let stopWatching: () => void = () => undefined
  await new Promise<void>((resolve, reject) => {
    if (first?.isTheirs !== true) timers.push(clock.after(firstListingMs, resolve))
    stopWatching = servers.onViewsChanged(() => {
      if (lookup.isFound()) resolve()
    })
    one.enter(waitingFor('waitingForListing', resolve))
    // A server that failed may be tried again in a moment.
    const settled = () => {
      if (unheard || lookup.undecided() === null) resolve()
      else timers.push(clock.after(gapMs, resolve))
    }
    start(one, unheard ? null : first, servers).then(settled, reject)
  }).finally(() => {
    stopWatching()
    for (const timer of timers) timer.cancel()
  })
}

/** Starts the awaited servers. A name without a known owner could belong to any server in the scope. */
function start(one: OneCall, undecided: Undecided | null, servers: Servers): Promise<unknown> {
  if (undecided === null) return servers.use(one.scope)
  const projectId = projectOf(one.scope)
  const at = (slug: string): Scope => ({ kind: 'server', slug, ...(projectId !== null && { projectId }) })
  return Promise.all(undecided.awaited.map((slug) => servers.use(at(slug))))
}

function isUnheard(undecided: Undecided | null): boolean {
  return undecided === null || (undecided.otherwise === null && !undecided.isTheirs)
}

/** Why the call is not made; null for a name without a known owner. */
export function refusalOf(
  name: string,
  undecided: Undecided | null,
  stateOf: (slug: string) => ConnectionState | undefined,
  now: number,
): AppError | null {
  if (undecided === null || isUnheard(undecided)) return null
  const { awaited, otherwise, isTheirs } = undecided
  const [slug = ''] = awaited
  const state = stateOf(slug)
  const problem = `the server ${slug} has never listed anything${state === undefined ? '.' : `, and ${describe(state, now)}`}`
  const message = isTheirs
    ? `Unavailable: ${name} is not known yet, because ${problem}`
    : `It is not known yet which server ${name} belongs to: ${problem} Call ${otherwise ?? ''} instead, or switch ${slug} off.`
  return new AppError('SERVER_UNAVAILABLE', message)
}
