import { appendFileSync, mkdirSync, readdirSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { type SeenEntry, SeenJournal } from '#engine/registry/servers/seenJournal'
import { recordingLog } from '#test/support/recordingLog'
import { temporaryFolder } from '#test/support/temporaryFolder'

const tools = (id: string, ...entries: unknown[]): SeenEntry => ({
  id,
  launchedFor: '',
  kind: 'tools',
  entries,
  listedAt: 1,
})

async function opened() {
  const dataFolder = await temporaryFolder()
  const open = () => {
    const journal = new SeenJournal(dataFolder, recordingLog())
    return { journal, left: journal.left() }
  }
  return { dataFolder, folder: join(dataFolder, 'seen'), open }
}

test('the next engine finds all entries, oldest first, although nothing was closed', async () => {
  const { open } = await opened()
  const { journal, left } = open()
  expect(left).toEqual([])
  const entries: SeenEntry[] = [
    tools('a', { name: 'x', description: 'ü\n\u2028' }),
    { id: 'a', launchedFor: '', era: { era: 'legacy', checkedAt: 2 } },
    { id: 'a', launchedFor: '', era: null },
    tools('b'),
  ]
  for (const entry of entries) journal.append(entry)
  expect(open().left).toEqual(entries)
})

test('stored entries are removed, later ones are not', async () => {
  const { open, folder } = await opened()
  const { journal } = open()
  journal.append(tools('a', 1))
  const remove = journal.cut()
  journal.append(tools('a', 2))
  expect(open().left).toEqual([tools('a', 1), tools('a', 2)])
  remove()
  expect(open().left).toEqual([tools('a', 2)])
  journal.cut()()
  expect(readdirSync(folder)).toEqual([])
})

test('entries of both runs survive if an engine recovers and is killed in turn', async () => {
  const { open } = await opened()
  open().journal.append(tools('a', 1))
  const second = open()
  second.journal.append(tools('b', 2))
  const third = open()
  expect(third.left).toEqual([tools('a', 1), tools('b', 2)])
  third.journal.cut()()
  expect(open().left).toEqual([])
})

test('a server that repeats the same listing does not fill the disk', async () => {
  const { open, folder } = await opened()
  const { journal } = open()
  for (let call = 0; call < 1_000; call += 1) journal.append({ ...tools('a', { name: 'x' }), listedAt: call })
  const [file = ''] = readdirSync(folder)
  expect(statSync(join(folder, file)).size).toBeLessThan(200)
  expect(statSync(join(folder, file)).mode & 0o777).toBe(0o600)
})

test('only an incomplete or foreign line itself is lost', async () => {
  const { open, folder } = await opened()
  mkdirSync(folder, { recursive: true })
  writeFileSync(join(folder, '1.jsonl'), `${JSON.stringify(tools('a', 1))}\n{"id":7}\nnot JSON\n`)
  appendFileSync(join(folder, '1.jsonl'), JSON.stringify(tools('b', 1)).slice(0, 20))
  writeFileSync(join(folder, 'notes.txt'), 'mine')
  expect(open().left).toEqual([tools('a', 1)])
})

test('a folder that cannot be written is reported in the log, and recording a listing does not fail', async () => {
  const { dataFolder, folder } = await opened()
  writeFileSync(folder, 'a file in its place')
  const log = recordingLog()
  const journal = new SeenJournal(dataFolder, log)
  expect(journal.left()).toEqual([])
  for (const id of ['a', 'b']) journal.append(tools(id))
  journal.cut()()
  expect(log.entries).toMatchObject([{ level: 'warn' }])
})
