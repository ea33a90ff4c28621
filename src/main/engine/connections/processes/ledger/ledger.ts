/**
 * The ledger of one engine run: a file that names the engine and the processes it started. Each entry is one line of
 * JSON, written immediately, so that the reaper or the next engine can end the processes of a dead engine. The file is
 * not synced to disk. Every process sees data that the operating system has accepted, and if the system itself goes
 * down, no processes are left.
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
  /** Records that no process of this launch is left. */
  ended(launch: number): void
  /** Deletes the file. Call when the run is over and no process of it is left. */
  remove(): void
}

/** After this many lines, the file is rewritten with only the running launches, so that it stays small. */
const linesBeforeRewrite = 2000

export const ledgerEnding = '.jsonl'

export function ledgerFolder(dataFolder: string): string {
  return join(dataFolder, 'ledger')
}

/** When this returns, the header is in the file. Throws if it cannot be written. */
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
