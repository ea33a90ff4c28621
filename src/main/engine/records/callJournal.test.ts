import { appendFile, readdir, readFile, stat, truncate, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { CallJournal } from '#engine/records/callJournal'
import type { JournalBatch } from '#engine/records/journalText'
import { SetAside } from '#engine/store/setAside'
import { recordedCall } from '#test/support/callRow'
import { manualClock } from '#test/support/manualClock'
import { recordingLog } from '#test/support/recordingLog'
import { temporaryFolder } from '#test/support/temporaryFolder'

const batch = (number: number): JournalBatch => ({
  runs: [],
  calls: [recordedCall({ id: `${number}`.padStart(20, '0'), runId: 'run', startedAt: number, result: '"é😀"' })],
})

async function makeJournal(fileBytes?: number) {
  const dataFolder = await temporaryFolder()
  const folder = join(dataFolder, 'journal')
  const log = recordingLog()
  const open = async () => {
    const setAside = new SetAside({ dataFolder, clock: manualClock(), log })
    const journal = new CallJournal({ dataFolder, log, setAside, ...(fileBytes !== undefined && { fileBytes }) })
    await journal.open()
    return journal
  }
  return { dataFolder, folder, log, open, journal: await open() }
}

/** Resolves with all batches, which are removed. */
async function drained(journal: CallJournal): Promise<JournalBatch[]> {
  const batches: JournalBatch[] = []
  for (let next = await journal.next(); next !== null; next = await journal.next()) {
    batches.push(next)
    await journal.removeNext()
  }
  return batches
}

test('batches are read in the order they were written, across files, and no files remain', async () => {
  const { journal, folder } = await makeJournal(1_000)
  const batches = Array.from({ length: 20 }, (_, number) => batch(number))
  await Promise.all(batches.map((one) => journal.append([one])))
  expect((await readdir(folder)).length).toBeGreaterThan(3)
  expect(await drained(journal)).toEqual(batches)
  expect(journal.bytes).toBe(0)
  await journal.append([batch(99)])
  expect(await drained(journal)).toEqual([batch(99)])
  await journal.close()
  expect(await readdir(folder)).toEqual([])
})

test('[R23] the journal outlives the process, and repeats a batch that was taken but not removed', async () => {
  const { journal, open } = await makeJournal(1_000)
  for (let number = 0; number < 10; number += 1) await journal.append([batch(number)])
  await journal.next()
  await journal.removeNext()
  expect(await journal.next()).toEqual(batch(1))
  // The first journal is not closed, because a killed process does not close it either.
  const second = await open()
  const numbers = (await drained(second)).map(({ calls }) => calls[0]?.startedAt ?? -1)
  // A removal is recorded only once all batches of a file are removed, so earlier batches may come again.
  expect(numbers.at(-1)).toBe(9)
  expect(numbers).toContain(1)
  expect(numbers).toEqual(numbers.toSorted((one, other) => one - other))
})

test('[R23] a file that ends in the middle of a batch loses only that batch', async () => {
  const { journal, folder, open, log } = await makeJournal()
  for (const number of [1, 2, 3]) await journal.append([batch(number)])
  await journal.close()
  const [name = ''] = await readdir(folder)
  const path = join(folder, name)
  for (const cut of [3, 1_000_000]) {
    await truncate(path, Math.max(0, (await stat(path)).size - Math.min(cut, 3)))
    const torn = await open()
    expect(await torn.next()).toEqual(batch(1))
    await torn.close()
  }
  await appendFile(path, '00')
  const torn = await open()
  expect(await drained(torn)).toEqual([batch(1), batch(2)])
  expect(log.entries).toMatchObject([{ level: 'warn' }])
  await torn.close()
})

test('garbage is set aside with its path in the log, and the batches before and after it are not lost', async () => {
  const { dataFolder, journal, folder, open, log } = await makeJournal(1)
  for (const number of [1, 2, 3]) await journal.append([batch(number)])
  await journal.close()
  const [, second = ''] = await readdir(folder)
  await writeFile(join(folder, second), 'this was never a batch of calls')
  await writeFile(join(folder, 'notes.txt'), 'not ours')
  const next = await open()
  expect(await drained(next)).toEqual([batch(1), batch(3)])
  const aside = join(dataFolder, 'set-aside', '2023-11-14', 'journal', second)
  expect(log.entries).toMatchObject([
    { level: 'error', fields: { path: join(folder, second) } },
    { level: 'warn', fields: { first: aside } },
  ])
  await next.close()
  expect(await readdir(folder)).toEqual(['notes.txt'])
  expect(await readFile(aside, 'utf8')).toBe('this was never a batch of calls')
})

test('only the owner can read the journal files', async () => {
  const { journal, folder } = await makeJournal()
  await journal.append([batch(1)])
  const [name = ''] = await readdir(folder)
  const modes = [await stat(folder), await stat(join(folder, name))].map(({ mode }) => mode & 0o777)
  expect(modes).toEqual([0o700, 0o600])
  await journal.close()
})
