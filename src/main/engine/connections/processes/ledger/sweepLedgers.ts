/** At engine start, ends the processes left by engines that died together with their reapers. */
import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import type { Ending } from '#engine/connections/processes/endProcesses'
import { endRun, isEngineAlive, readLedger } from '#engine/connections/processes/ledger/endRun'
import { ledgerEnding, ledgerFolder } from '#engine/connections/processes/ledger/ledger'
import type { Log } from '#engine/ports'

/** Does not touch the ledger of a live engine. */
export async function sweepLedgers(dataFolder: string, ending: Ending, log: Log): Promise<void> {
  const sweep = async (file: string): Promise<void> => {
    if (await isEngineAlive(readLedger(file)?.header, ending.system)) return
    const left = await endRun(file, { ...ending, fresh: false })
    log.warn({ file, left }, 'an earlier engine died: ended the processes it left')
  }
  await Promise.all(ledgers(dataFolder).map(sweep))
}

function ledgers(dataFolder: string): readonly string[] {
  const folder = ledgerFolder(dataFolder)
  try {
    return readdirSync(folder)
      .filter((name) => name.endsWith(ledgerEnding))
      .map((name) => join(folder, name))
  } catch {
    return []
  }
}
