/**
 * Ends the processes of a dead engine run, as listed in its ledger file. The reaper does this within seconds. If it
 * fails, the next engine does it when it starts.
 */
import { lstatSync, readFileSync, rmSync } from 'node:fs'
import { basename } from 'node:path'
import { endProcesses, type Ending } from '#engine/connections/processes/endProcesses'
import { ledgerEnding } from '#engine/connections/processes/ledger/ledger'
import { parseLedger, type LedgerContent, type RunHeader } from '#engine/connections/processes/ledger/ledgerFormat'
import { isMarkOf, isProven } from '#engine/connections/processes/ledger/proof'
import { readMark } from '#engine/connections/processes/mark'
import { pidsOfRun, removeRunGroup } from '#engine/connections/processes/platforms/controlGroups'
import type { ProcessSystem } from '#engine/connections/processes/platforms/processSystem'

export interface RunEnding extends Ending {
  /** Whether the run has ended just now; see `Trees.trustSessions`. */
  readonly fresh: boolean
}

/** The size above which a file is not read. An engine rewrites its own ledger long before it reaches this size. */
const maxLedgerBytes = 16 * 1024 * 1024

/** Returns null if the file does not exist, is too large, or is not a regular file. */
export function readLedger(file: string): LedgerContent | null {
  try {
    const found = lstatSync(file)
    // A device or pipe with this name could block, and a huge file would take too long.
    if (!found.isFile() || found.size > maxLedgerBytes) return null
    return parseLedger(readFileSync(file, 'utf8'))
  } catch {
    return null
  }
}

export async function isEngineAlive(header: RunHeader | null | undefined, system: ProcessSystem): Promise<boolean> {
  if (!header || header.boot !== system.boot) return false
  const found = await system.identify(header.engine.pid)
  return found?.startedAt === header.engine.startedAt
}

/** Resolves with the number of processes that could not be ended. Removes the file if there are none. */
export async function endRun(file: string, ending: RunEnding): Promise<number> {
  const content = readLedger(file)
  if (!content) return 0
  const { header, running } = content
  const { system, fresh } = ending
  const run = header?.run ?? basename(file, ledgerEnding)
  const sameBoot = header?.boot === system.boot
  const group = sameBoot && typeof header.group === 'string' ? { path: header.group, owner: header } : null
  const evidence = { ...system, rows: sameBoot ? await system.snapshot() : [] }
  const left = await endProcesses(
    {
      launches: sameBoot ? running.filter((one) => isProven(one, { ...header, fresh }, evidence)) : [],
      since: sameBoot ? header.engine.startedAt : 0,
      trustSessions: fresh,
      isMarked: (text) => isMarkOf(readMark(text), { run, fresh }, system),
      ...(group && { grouped: () => pidsOfRun(group.path, group.owner) }),
      protectedPids: new Set([process.pid]),
    },
    ending,
  )
  if (left.length === 0) {
    if (group) await removeRunGroup(group.path, group.owner)
    rmSync(file, { force: true })
  }
  return left.length
}
