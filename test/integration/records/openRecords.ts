/** Opens the records of a data folder without an engine around them. */
import { randomUUID } from 'node:crypto'
import { defaultEngineSettings } from '#contract/setting'
import { Background } from '#engine/background'
import { systemClock } from '#engine/clock'
import type { Log } from '#engine/ports'
import { CallRecords } from '#engine/records/callRecords'
import { createRedactor } from '#engine/secrets/redaction'
import { SetAside } from '#engine/store/setAside'
import { openStore } from '#engine/store/openStore'

export async function openRecords(dataFolder: string, log: Log) {
  const store = await openStore({ dataFolder, databaseUrl: null, clock: systemClock, log })
  const records = new CallRecords({
    store: store.calls,
    dataFolder,
    engine: 'engine of the test',
    settings: () => defaultEngineSettings,
    redactor: createRedactor(),
    background: new Background(log),
    clock: systemClock,
    log,
    makeId: randomUUID,
    setAside: new SetAside({ dataFolder, clock: systemClock, log }),
  })
  return { store, records }
}
