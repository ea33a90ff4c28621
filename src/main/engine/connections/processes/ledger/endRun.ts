/** Ends what a dead engine run left, by its ledger file. The reaper does it seconds after, the next engine at its start. */
import { readFileSync, rmSync } from 'node:fs'
import { basename } from 'node:path'
import { endProcesses, type Ending } from '#engine/connections/processes/endProcesses'
import { ledgerEnding } from '#engine/connections/processes/ledger/ledger'
import { parseLedger, type LedgerContent, type RunHeader } from '#engine/connections/processes/ledger/ledgerFormat'
import { isMarkOfRun } from '#engine/connections/processes/mark'
import type { ProcessSystem } from '#engine/connections/processes/platforms/processSystem'

export interface RunEnding extends Ending {
  /** Whether the run ended just now; see `Trees.trustSessions`. */
  readonly fresh: boolean
}

/** Null when there is no such file (any more). */
export function readLedger(file: string): LedgerContent | null {
  try {
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

/** Resolves with how many processes could not be ended; the file goes when none is left. */
export async function endRun(file: string, ending: RunEnding): Promise<number> {
  const content = readLedger(file)
  if (!content) return 0
  const { header, running } = content
  const run = header?.run ?? basename(file, ledgerEnding)
  const sameBoot = header?.boot === ending.system.boot
  const left = await endProcesses(
    {
      launches: sameBoot ? running : [],
      since: sameBoot ? header.engine.startedAt : 0,
      trustSessions: ending.fresh,
      isMarked: (mark) => isMarkOfRun(mark, run),
      protectedPids: new Set([process.pid]),
    },
    ending,
  )
  if (left.length === 0) rmSync(file, { force: true })
  return left.length
}
