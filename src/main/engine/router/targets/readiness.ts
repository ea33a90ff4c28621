/** Waits, within limits, until a server can take a call that was not sent yet. */
import { AppError } from '#contract/errors'
import type { ConnectionState } from '#contract/servers/server'
import { type CallableConnection, type CallableServer, connectionOf } from '#engine/connections/callable'
import type { Clock } from '#engine/ports'
import type { ToolRoute } from '#engine/registry/catalog/toolRoute'
import type { OneCall } from '#engine/router/calls/oneCall'
import { waitingFor } from '#engine/router/calls/stage'

/** How long a call waits for a server that will soon be back. */
export const gapMs = 2_000

/**
 * Returns null if the server is ready or no longer wanted, or if the call is settled. Otherwise returns why the
 * server cannot take the call. A server that is no longer wanted is never started.
 */
export async function becomeReady(
  connection: CallableConnection,
  slug: string,
  one: OneCall,
  clock: Clock,
  isWanted: () => boolean,
): Promise<string | null> {
  const deadline = clock.elapsed() + gapMs
  while (!one.settled && isWanted()) {
    const { state } = connection
    const patience =
      connection.isRemote === true ? remotePatience(state) : patienceFor(state, deadline - clock.elapsed(), clock.now())
    if (state.kind === 'ready') return null
    if (patience === 'none') return `${slug} ${describe(state, clock.now())}`
    if (state.kind === 'stopped') connection.start()
    if (connection.state === state) await nextChange(connection, one, clock, patience === 'start' ? null : patience)
  }
  return null
}

/** How long to wait. `start`: as long as the start itself may take. A number: milliseconds. */
function patienceFor(state: ConnectionState, leftMs: number, now: number): 'start' | 'none' | number {
  switch (state.kind) {
    case 'ready':
    case 'stopped':
    case 'starting':
      return 'start'
    case 'stopping':
      return leftMs > 0 ? leftMs : 'none'
    case 'backingOff':
      return state.retryAt - now <= leftMs && leftMs > 0 ? leftMs : 'none'
    case 'failed':
      return 'none'
  }
}

/** A call never waits for a lost remote server, because it is unknown when the server can be reached again. */
function remotePatience(state: ConnectionState): 'start' | 'none' {
  const isFirstStart = state.kind === 'stopped' || (state.kind === 'starting' && state.attempt === 1)
  return isFirstStart || state.kind === 'ready' ? 'start' : 'none'
}

function nextChange(
  connection: CallableConnection,
  one: OneCall,
  clock: Clock,
  withinMs: number | null,
): Promise<void> {
  return new Promise((resolve) => {
    const timer = withinMs === null ? null : clock.after(withinMs, resolve)
    one.enter(waitingFor('waitingForServer', resolve))
    void connection.changed().then(resolve)
    one.ended.addEventListener('abort', () => timer?.cancel(), { once: true })
  })
}

export function describe(state: ConnectionState, now: number): string {
  switch (state.kind) {
    case 'backingOff':
      return `is down and will be tried again in ${Math.max(0, Math.ceil((state.retryAt - now) / 1000))} s: ${state.error.message}`
    case 'failed':
      return `failed: ${state.error.message}`
    case 'stopping':
      return 'is stopping.'
    case 'stopped':
    case 'starting':
    case 'ready':
      return `is ${state.kind}.`
  }
}

/** The connection that this call would use. */
export function connectionFor(
  { scope, call }: Pick<OneCall, 'scope' | 'call'>,
  server: CallableServer,
): CallableConnection {
  return connectionOf(server, call.caller.key, scope.era)
}

export function unavailable(route: ToolRoute, failures: readonly string[]): AppError {
  const [only = ''] = failures
  const message =
    route.group === null
      ? `Unavailable: the server ${only}`
      : `No server is available for ${route.publicName}: ${failures.join(' ')}`
  return new AppError('SERVER_UNAVAILABLE', message)
}
