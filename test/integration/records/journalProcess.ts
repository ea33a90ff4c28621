/**
 * Records a call for each line of its input: `node journalProcess.ts DATA_FOLDER`. After settling a call, it prints how
 * many calls wait to be stored, and its log since the previous call. At the end of its input it closes, and prints
 * `closed`.
 */
import { createInterface } from 'node:readline'
import { systemClock } from '#engine/clock'
import { openRecords } from '#test/integration/records/openRecords'
import { type LogEntry, recordingLog } from '#test/support/recordingLog'

// With this listener, a write beyond the limit fails. Without it, the signal would end the process.
process.on('SIGXFSZ', () => undefined)
const [dataFolder = ''] = process.argv.slice(2)
const entries: LogEntry[] = []
const log = recordingLog(entries)
const { store, records } = await openRecords(dataFolder, log)
await records.open()
const tell = (line: unknown) => process.stdout.write(`${JSON.stringify(line)}\n`)
entries.splice(0)
tell('ready')
for await (const name of createInterface({ input: process.stdin })) {
  const call = { params: { name }, caller: { key: 'test', capabilities: {}, ask: null } }
  const facts = {
    call,
    startedAt: systemClock.now(),
    begunAt: systemClock.elapsed(),
    target: null,
    recordId: null,
  } as const
  records.recorder.settled({ ...facts, edited: false, projectId: null }, { result: { text: 'x'.repeat(3_000) } })
  await records.list({ limit: 1 }).catch(() => undefined)
  tell({ waiting: records.waiting, said: entries.splice(0).map(({ message }) => message) })
}
await records.close()
await store.close()
tell('closed')
