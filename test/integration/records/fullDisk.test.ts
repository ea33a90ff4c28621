import { execFileSync } from 'node:child_process'
import { expect, onTestFinished, test } from 'vitest'
import { openRecords } from '#test/integration/records/openRecords'
import { startRecording } from '#test/integration/records/startRecording'
import { hasPart } from '#test/support/parts/hasPart'
import { commandPath } from '#test/support/parts/parts'
import { recordingLog } from '#test/support/recordingLog'
import { temporaryFolder } from '#test/support/temporaryFolder'

/** Limits every file of the process to this size, which has the effect of a full disk. */
function limitFiles(pid: number | undefined, bytes: number | 'unlimited'): void {
  execFileSync(commandPath('prlimit'), ['--pid', String(pid), `--fsize=${bytes}:unlimited`])
}

test.runIf(process.platform === 'linux' && hasPart('processLimits'))(
  '[R23] calls that a full disk refuses are all recorded once and completely when there is space again',
  async () => {
    const dataFolder = await temporaryFolder()
    const { pid, input, lines, exited } = startRecording('journalProcess.ts', dataFolder)
    const said = lines[Symbol.asyncIterator]()
    const next = async () => JSON.parse((await said.next()).value ?? 'null') as unknown
    const record = async (name: string) => {
      input.write(`${name}\n`)
      return (await next()) as { waiting: number; said: string[] }
    }
    expect(await next()).toBe('ready')
    expect(await record('before')).toEqual({ waiting: 0, said: [] })
    limitFiles(pid, 1_000)
    expect((await record('first')).said).toEqual(['calls cannot be recorded at the moment'])
    // The failure is reported once, not for each call.
    for (const name of ['second', 'third']) expect((await record(name)).said).toEqual([])
    limitFiles(pid, 'unlimited')
    expect(await record('after')).toEqual({ waiting: 0, said: [] })
    input.end()
    expect(await next()).toBe('closed')
    await exited

    const { store } = await openRecords(dataFolder, recordingLog())
    onTestFinished(() => store.close())
    const { found } = await store.calls.window({}, null, 100, 'newest')
    expect(found.map((call) => call.tool)).toEqual(['after', 'third', 'second', 'first', 'before'])
    expect(found.every((call) => call.resultBytes === 3_011)).toBe(true)
  },
)
