import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { expect, onTestFinished, test } from 'vitest'
import { systemClock } from '#engine/clock'
import { openStore } from '#engine/store/openStore'
import { recordingLog } from '#test/support/recordingLog'
import { temporaryFolder } from '#test/support/temporaryFolder'

test('[R23] kill -9 loses at most the end of what was called: no gap, no half batch, and a chat call is never lost', async () => {
  const dataFolder = await temporaryFolder()
  const file = join(import.meta.dirname, 'recordingProcess.ts')
  const child = spawn(process.execPath, [file, dataFolder], { stdio: ['ignore', 'pipe', 'inherit'] })
  const exited = once(child, 'exit')
  onTestFinished(async () => {
    child.kill('SIGKILL')
    await exited
  })
  let begun: string | undefined
  let readable = -1
  for await (const text of createInterface({ input: child.stdout })) {
    const line = JSON.parse(text) as { begun?: string; readable?: string }
    begun ??= line.begun
    if (line.readable?.startsWith('call ') === true) readable = Number(line.readable.slice('call '.length))
    if (begun !== undefined && readable > 600) break
  }
  child.kill('SIGKILL')
  await exited

  const log = recordingLog()
  const store = await openStore({ dataFolder, databaseUrl: null, clock: systemClock, log })
  onTestFinished(() => store.close())
  const { found } = await store.calls.window({}, null, 100_000)
  const numbers = found
    .filter((call) => call.tool !== 'chat')
    .map((call) => Number(call.tool.slice('call '.length)))
    .sort((one, other) => one - other)
  expect(numbers).toEqual(Array.from({ length: numbers.length }, (_, number) => number))
  expect(numbers.length).toBeGreaterThan(readable)
  expect(found.find((call) => call.id === begun)).toMatchObject({ tool: 'chat', status: 'running' })
  expect(await store.calls.failRunning('engine of the test', 'SERVER_LOST', 'it ended')).toBe(1)
})
