/**
 * The ledger of one engine run: who the engine is and what it started, in a file that outlives it. One JSON text a line,
 * written at once, so that the reaper or the next engine can end what this one left. Nothing is forced to the disk: what the
 * system has taken is read by every process on it, and when the system itself ends, no process is left to be found.
 */
import { closeSync, mkdirSync, openSync, renameSync, rmSync, writeSync } from 'node:fs'
import { join } from 'node:path'
import {
  formatEnd,
  formatHeader,
  formatLaunch,
  type Launched,
  type RunHeader,
} from '#engine/connections/processes/ledger/ledgerFormat'

export interface Ledger {
  readonly file: string
  started(launch: Launched): void
  /** Nothing of the launch is left. */
  ended(launch: number): void
  /** The run is over and left nothing. */
  remove(): void
}

/** Lines after which the file is written anew with what still runs, so that it stays small in a long run. */
const linesBeforeRewrite = 2000

export const ledgerEnding = '.jsonl'

export function ledgerFolder(dataFolder: string): string {
  return join(dataFolder, 'ledger')
}

/** The header is written when this returns; throws when it cannot be. */
export function openLedger(dataFolder: string, header: RunHeader): Ledger {
  const folder = ledgerFolder(dataFolder)
  mkdirSync(folder, { recursive: true, mode: 0o700 })
  const file = join(folder, header.run + ledgerEnding)
  const running = new Map<number, Launched>()
  let lines = 0

  const writeWhole = (target: string): number => {
    const opened = openSync(target, 'ax', 0o600)
    writeSync(opened, [formatHeader(header), ...[...running.values()].map(formatLaunch)].join(''))
    lines = running.size
    return opened
  }
  let descriptor = writeWhole(file)

  const append = (line: string): void => {
    lines += 1
    if (lines < linesBeforeRewrite + running.size) {
      writeSync(descriptor, line)
      return
    }
    const next = `${file}.new`
    rmSync(next, { force: true })
    const outgrown = descriptor
    descriptor = writeWhole(next)
    closeSync(outgrown)
    renameSync(next, file)
  }

  return {
    file,
    started: (launch) => {
      running.set(launch.launch, launch)
      append(formatLaunch(launch))
    },
    ended: (launch) => {
      if (running.delete(launch)) append(formatEnd(launch))
    },
    remove: () => {
      closeSync(descriptor)
      rmSync(file, { force: true })
    },
  }
}
