/**
 * Ends process trees: asks, waits, sends SIGTERM, waits, then sends SIGKILL until nothing is left. Scans again before
 * each step, so that processes that were started, reparented or moved to another group meanwhile are also ended.
 */
import type { ProcessSystem } from '#engine/connections/processes/platforms/processSystem'
import { findMembers, type ProcessIdentity, type ProcessRow } from '#engine/connections/processes/processTable'

export interface Trees {
  /** The root processes. On platforms with sessions and groups, each of them leads a session and a group. */
  readonly launches: readonly ProcessIdentity[]
  /** No process of these trees started before this time. */
  readonly since: number
  /**
   * Whether a session without its leader still belongs to the trees: true just after the leader has exited, false long
   * after.
   */
  readonly trustSessions: boolean
  isMarked(mark: string): boolean
  /** The pids in the trees' control group, if they have one. */
  readonly grouped?: () => readonly number[]
  readonly protectedPids: ReadonlySet<number>
}

export interface Ending {
  readonly system: ProcessSystem
  readonly sleep: (ms: number) => Promise<void>
  /**
   * Asks the trees to end by themselves, for example by closing stdin. Without `run`, they only get the time to do
   * so.
   */
  readonly ask?: { readonly run?: () => void; readonly graceMs: number }
  readonly terminateGraceMs: number
  /**
   * How long to repeat SIGKILL for a process that cannot be ended: it hangs in the kernel, or belongs to another
   * user.
   */
  readonly killLimitMs: number
}

const pollMs = 20
const killPollMs = 50

/** Resolves with the processes that could not be ended. Usually there are none. */
export async function endProcesses(trees: Trees, ending: Ending): Promise<readonly ProcessIdentity[]> {
  const { system, sleep } = ending
  const known = new Map(trees.launches.map(({ pid, startedAt }) => [pid, startedAt]))
  const sessions = new Set(trees.trustSessions ? known.keys() : [])

  // Environments are read last, and only for processes that are young enough, because reading them is the expensive
  // part of a scan.
  const isMarked = (row: ProcessRow, grouped: ReadonlySet<number>): boolean => {
    if (row.startedAt < trees.since) return false
    if (grouped.has(row.pid)) return true
    const mark = system.markOf(row.pid)
    return mark !== null && trees.isMarked(mark)
  }

  const scan = async (): Promise<readonly ProcessRow[]> => {
    const table = await system.snapshot()
    const { protectedPids, grouped } = trees
    const inGroup = new Set(grouped?.())
    const isTheirs = (row: ProcessRow) => isMarked(row, inGroup)
    const members = findMembers(table, { known, sessions, isMarked: isTheirs, protectedPids })
    for (const { pid, startedAt, session, group } of members) {
      known.set(pid, startedAt)
      sessions.add(session).add(group)
    }
    return members
  }

  // A single scan can miss a process that was forked during it.
  const nothingLeft = async (): Promise<boolean> => (await scan()).length === 0 && (await scan()).length === 0
  const anyKnownRuns = (): boolean => [...known].some(([pid, startedAt]) => system.mayRun({ pid, startedAt }))

  const waitUntilGone = async (graceMs: number): Promise<boolean> => {
    for (let waitedMs = 0; waitedMs < graceMs; waitedMs += pollMs) {
      if (!anyKnownRuns() && (await nothingLeft())) return true
      await sleep(pollMs)
    }
    return nothingLeft()
  }

  const signalAll = async (signal: 'SIGTERM' | 'SIGKILL'): Promise<void> => {
    // Parents before children: otherwise a parent could start a replacement for a child that has exited.
    const oldestFirst = [...(await scan())].sort((one, other) => one.startedAt - other.startedAt)
    for (const member of oldestFirst) system.signal(member, signal)
  }

  if (ending.ask) {
    await scan()
    ending.ask.run?.()
    if (await waitUntilGone(ending.ask.graceMs)) return []
  } else if (await nothingLeft()) {
    return []
  }
  await signalAll('SIGTERM')
  if (await waitUntilGone(ending.terminateGraceMs)) return []
  for (let triedMs = 0; triedMs < ending.killLimitMs; triedMs += killPollMs) {
    await signalAll('SIGKILL')
    await sleep(killPollMs)
    if (!anyKnownRuns() && (await nothingLeft())) return []
  }
  return scan()
}
