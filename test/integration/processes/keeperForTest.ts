/** A keeper in the test's own process, closed when the test is over. */
import { randomUUID } from 'node:crypto'
import { onTestFinished } from 'vitest'
import { createProcessKeeper, type StopGraces } from '#engine/connections/processes/createProcessKeeper'
import type { ProcessKeeper } from '#engine/connections/processes/processKeeper'
import { systemClock } from '#engine/clock'
import { reaperFromSource } from '#test/integration/processes/reaperFromSource'
import { recordingLog } from '#test/support/recordingLog'
import { makeTemporaryFolder } from '#test/support/temporaryFolder'

export async function keeperForTest(graces?: StopGraces): Promise<ProcessKeeper> {
  const folder = await makeTemporaryFolder()
  const keeper = await createProcessKeeper({
    paths: { dataFolder: folder.path, reaper: reaperFromSource },
    clock: systemClock,
    log: recordingLog(),
    makeId: randomUUID,
    environment: process.env,
    ...(graces && { graces }),
  })
  onTestFinished(async () => {
    await keeper.close()
    await folder.remove()
  })
  return keeper
}
