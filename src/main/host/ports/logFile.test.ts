import { readFileSync, readdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { openLogFile } from '#main/host/ports/logFile'
import { temporaryFolder } from '#test/support/temporaryFolder'

const limits = { maxBytes: 100, oldFiles: 2, maxWaiting: 1_000 }
const line = (text: string) => `${text.padEnd(49, '.')}\n`

test('lines are kept in order, even after a restart', async () => {
  const file = join(await temporaryFolder(), 'logs', 'a.log')
  for (const run of ['first', 'second']) {
    const log = openLogFile(file, { ...limits, maxBytes: 1_000 })
    for (const number of [1, 2, 3]) log.write(line(`${run} ${number}`))
    await log.flush()
  }
  const words = readFileSync(file, 'utf8')
    .split('\n')
    .map((text) => text.replaceAll('.', ''))
  expect(words).toEqual(['first 1', 'first 2', 'first 3', 'second 1', 'second 2', 'second 3', ''])
})

test('an engine that runs for months does not fill the disk: the oldest lines are removed, the newest stay', async () => {
  const folder = await temporaryFolder()
  const log = openLogFile(join(folder, 'a.log'), limits)
  for (let number = 1; number <= 20; number += 1) {
    log.write(line(`line ${number}`))
    await log.flush()
  }
  expect(readdirSync(folder).sort()).toEqual(['a.log', 'a.log.1', 'a.log.2'])
  const kept = ['a.log.2', 'a.log.1', 'a.log'].map((name) => readFileSync(join(folder, name), 'utf8')).join('')
  expect(kept).toBe([15, 16, 17, 18, 19, 20].map((number) => line(`line ${number}`)).join(''))
})

test('a full file from an earlier run is rotated, not exceeded', async () => {
  const folder = await temporaryFolder()
  writeFileSync(join(folder, 'a.log'), line('old').repeat(2))
  const log = openLogFile(join(folder, 'a.log'), limits)
  log.write(line('new'))
  await log.flush()
  expect(readFileSync(join(folder, 'a.log'), 'utf8')).toBe(line('new'))
})

test('a file that cannot be written loses lines, and does not stop the engine', async () => {
  const folder = await temporaryFolder()
  const file = join(folder, 'a.log', 'is-a-folder')
  openLogFile(join(file, 'x'), limits)
  const log = openLogFile(file, limits)
  log.write(line('lost'))
  await expect(log.flush()).resolves.toBeUndefined()
})
