/** Two hundred sessions that call and are notified of a change, and a thousand idle ones. */
import { startDeadlineMs } from '#bench/gateways/gateway'
import { startSwitchboard } from '#bench/gateways/switchboard'
import { Inspector } from '#bench/machine/inspector'
import type { Workspace } from '#bench/machine/workspace'
import { latency } from '#bench/report/statistics'
import { announce, exchangeNonces, openSessions } from '#bench/sessions/manySessions'

export interface SessionsPlan {
  readonly sessions: number
  readonly callsEach: number
  readonly idleSessions: number
}

export interface SessionsFigures {
  readonly lost: number
  readonly crossed: number
  readonly callP50Ms: number
  readonly callP99Ms: number
  readonly reachedAllMs: number
  /** The number of clients that were not notified of the change, or were notified more than once. */
  readonly wronglyTold: number
  readonly idleSessionBytes: number
}

const name = 'echo'
/**
 * The number of sessions that are opened before the heap is measured, because one-time allocations of the first
 * sessions stay.
 */
const warmUpSessions = 100

export async function measureSessions(plan: SessionsPlan, workspace: Workspace): Promise<SessionsFigures> {
  return { ...(await measureBusy(plan, workspace)), idleSessionBytes: await measureIdle(plan, workspace) }
}

async function measureBusy({ sessions, callsEach }: SessionsPlan, workspace: Workspace) {
  const { process, endpoint } = await startSwitchboard(workspace)
  try {
    // Waits for the server's first listing, because a client that connects before it is notified of that, too.
    const [first] = await openSessions(endpoint, 1)
    await first?.request(0, 'tools/list', {})
    first?.close()
    const clients = await openSessions(endpoint, sessions)
    const { latencies, lost, crossed } = await exchangeNonces(clients, name, callsEach)
    const { p50, p99 } = latency(latencies)
    const { reachedAllMs, wrong } = await announce(clients, name)
    for (const client of clients) client.close()
    return { lost, crossed, callP50Ms: p50, callP99Ms: p99, reachedAllMs, wronglyTold: wrong }
  } finally {
    await process.end()
  }
}

/** Resolves with the heap per session after its client's connection was closed. */
async function measureIdle({ idleSessions }: SessionsPlan, workspace: Workspace): Promise<number> {
  const { process, endpoint } = await startSwitchboard(workspace, { nodeOptions: ['--inspect=127.0.0.1:0'] })
  try {
    const inspector = await Inspector.open(await process.waitForLine(/listening on (ws:\S+)/, startDeadlineMs))
    const heapWith = async (count: number): Promise<number> => {
      for (const client of await openSessions(endpoint, count)) client.close()
      await inspector.collectGarbage()
      return inspector.heapUsedBytes()
    }
    const before = await heapWith(warmUpSessions)
    const after = await heapWith(idleSessions)
    inspector.close()
    return (after - before) / idleSessions
  } finally {
    await process.end()
  }
}
