import { expect, onTestFinished, test } from 'vitest'
import { openRecords } from '#test/integration/records/openRecords'
import { startRecording } from '#test/integration/records/startRecording'
import { recordingLog } from '#test/support/recordingLog'
import { temporaryFolder } from '#test/support/temporaryFolder'

test('[R23] kill -9 loses at most the latest calls, without a gap or half a batch, and never loses a chat call', async () => {
  const dataFolder = await temporaryFolder()
  const { lines, kill } = startRecording('recordingProcess.ts', dataFolder)
  let begun: string | undefined
  let readable = -1
  let old = -1
  for await (const text of lines) {
    const line = JSON.parse(text) as { begun?: string; readable?: string; old?: number }
    begun ??= line.begun
    if (line.readable?.startsWith('call ') === true) readable = Number(line.readable.slice('call '.length))
    old = line.old ?? old
    if (old > 3_000) break
  }
  await kill()

  const { store, records } = await openRecords(dataFolder, recordingLog())
  onTestFinished(() => store.close())
  const numbersOf = (calls: readonly { readonly tool: string }[]) =>
    calls
      .filter((call) => call.tool !== 'chat')
      .map((call) => Number(call.tool.slice('call '.length)))
      .sort((one, other) => one - other)
  const filed = numbersOf((await store.calls.window({}, null, 100_000, 'newest')).found)
  expect(readable).toBe(600)
  expect(filed.length).toBeGreaterThan(readable)
  // If every call is filed already, the test does not exercise the journal.
  expect(filed.length).toBeLessThan(old)

  await records.open()
  await records.list({ limit: 1 })
  const { found } = await store.calls.window({}, null, 1_000_000, 'newest')
  const numbers = numbersOf(found)
  expect(numbers).toEqual(Array.from({ length: numbers.length }, (_, number) => number))
  expect(numbers.length).toBeGreaterThan(old)
  expect(found.find((call) => call.id === begun)).toMatchObject({
    tool: 'chat',
    status: 'failed',
    errorCode: 'SERVER_LOST',
  })
  await records.close()
})
