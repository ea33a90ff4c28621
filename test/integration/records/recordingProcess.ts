/**
 * Records calls endlessly: `node recordingProcess.ts DATA_FOLDER`. During the first 600, it prints JSON lines with the
 * newest call that can be read back, and one with the id of a call that is recorded and under way. After that, it
 * repeatedly prints a number: all calls below it were settled more than 100 ms ago.
 */
import { setTimeout as delay } from 'node:timers/promises'
import { systemClock } from '#engine/clock'
import type { CallFacts } from '#engine/router/recorder'
import { openRecords } from '#test/integration/records/openRecords'
import { recordingLog } from '#test/support/recordingLog'

const [dataFolder = ''] = process.argv.slice(2)
const log = recordingLog()
const { records } = await openRecords(dataFolder, log)
await records.open()

const facts = (name: string): CallFacts => ({
  call: { params: { name }, caller: { key: 'test', capabilities: {}, ask: null } },
  startedAt: systemClock.now(),
  begunAt: systemClock.elapsed(),
  target: null,
  recordId: null,
  projectId: null,
  edited: false,
})
const tell = (line: object) => process.stdout.write(`${JSON.stringify(line)}\n`)

for (let number = 0; number <= 600; number += 1) {
  records.recorder.settled(facts(`call ${number}`), { result: { number } })
  if (number === 300) tell({ begun: await records.recorder.begin(facts('chat')) })
  if (number % 50 === 0) {
    await delay(20)
    const [newest] = (await records.list({ limit: 1 })).calls
    if (newest !== undefined) tell({ readable: newest.tool })
  }
}
// Records so many calls that none is filed in the store, so they have to be found in the journal.
for (let number = 601, old = 0; ;) {
  const before = number
  const until = Date.now() + 100
  while (Date.now() < until) {
    for (let more = 0; more < 200; more += 1, number += 1)
      records.recorder.settled(facts(`call ${number}`), { result: { number } })
    await delay(5)
  }
  tell({ old })
  old = before
}
