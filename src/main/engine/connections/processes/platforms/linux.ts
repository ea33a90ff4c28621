/** Processes on Linux, read from /proc. */
import { readdirSync, readFileSync } from 'node:fs'
import { setImmediate as nextTurn } from 'node:timers/promises'
import { markInEnvironment } from '#engine/connections/processes/mark'
import type { ProcessIdentity, ProcessRow } from '#engine/connections/processes/processTable'
import type { ProcessSystem } from '#engine/connections/processes/platforms/processSystem'

/** The number of rows read in one turn of the event loop, which takes about a millisecond. */
const rowsPerTurn = 64

export function createLinuxSystem(): ProcessSystem {
  return {
    boot: readOrNull('/proc/sys/kernel/random/boot_id')?.trim() ?? '',
    showsMarks: true,
    snapshot,
    identify: async (pid) => {
      const row = readRow(pid)
      return row && { pid, startedAt: row.startedAt }
    },
    mayRun: isRunning,
    markOf: (pid) => {
      const environment = readOrNull(`/proc/${pid}/environ`)
      return environment === null ? null : markInEnvironment(environment)
    },
    signal: (identity, signal) => {
      if (!isRunning(identity)) return
      try {
        process.kill(identity.pid, signal)
      } catch {
        // The process is gone, or belongs to another user. The next scan shows which.
      }
    },
  }
}

async function snapshot(): Promise<readonly ProcessRow[]> {
  const rows: ProcessRow[] = []
  let read = 0
  for (const name of readdirSync('/proc')) {
    const pid = Number(name)
    if (!Number.isInteger(pid)) continue
    const row = readRow(pid)
    if (row) rows.push(row)
    read += 1
    if (read % rowsPerTurn === 0) await nextTurn()
  }
  return rows
}

function isRunning({ pid, startedAt }: ProcessIdentity): boolean {
  return readRow(pid)?.startedAt === startedAt
}

function readRow(pid: number): ProcessRow | null {
  const stat = readOrNull(`/proc/${pid}/stat`)
  return stat === null ? null : parseStat(stat)
}

/** Returns null for a zombie, and for a string that is not a line of /proc/PID/stat. */
export function parseStat(stat: string): ProcessRow | null {
  // The name in parentheses may itself contain spaces and parentheses.
  const nameEnd = stat.lastIndexOf(')')
  const fields = stat.slice(nameEnd + 2).split(' ')
  const [state, parent, group, session] = fields
  const startedAt = Number(fields[19])
  if (nameEnd === -1 || !Number.isFinite(startedAt) || state === 'Z' || state === 'X') return null
  return {
    pid: Number.parseInt(stat, 10),
    startedAt,
    parent: Number(parent),
    group: Number(group),
    session: Number(session),
  }
}

/** Returns null if the process is gone or belongs to another user. */
function readOrNull(file: string): string | null {
  try {
    return readFileSync(file, 'latin1')
  } catch {
    return null
  }
}
