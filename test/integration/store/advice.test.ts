/** Following advice to move, replace or remove a file loses nothing. Each step runs with a real engine. */
import { existsSync } from 'node:fs'
import { cp, mkdir, readdir, readFile, rename, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { newConversation } from '#contract/chat/chat'
import { systemClock } from '#engine/clock'
import { createEngine, type Engine } from '#engine/createEngine'
import type { Ports } from '#engine/ports'
import { openVault } from '#engine/secrets/openVault'
import { SetAside } from '#engine/store/setAside'
import { SetupRecords } from '#engine/clients/setup/setupRecords'
import { openStore } from '#engine/store/openStore'
import { recordingLog } from '#test/support/recordingLog'
import { sweepingClock } from '#test/support/sweepingClock'
import { temporaryFolder } from '#test/support/temporaryFolder'
import { testPorts } from '#test/support/testPorts'

const ofStore = ['kb.db', 'kb.db-wal', 'kb.db-shm']

/** Runs an engine on the folder for this work, and closes it. */
async function run<T>(dataFolder: string, work: (engine: Engine) => Promise<T>, overrides: Partial<Ports> = {}) {
  const engine = await createEngine({ ...testPorts(dataFolder), ...overrides })
  try {
    return await work(engine)
  } finally {
    await engine.close()
  }
}

async function attach(engine: Engine, text: string): Promise<string> {
  const { id } = await engine.chat.create(newConversation.parse({ title: text }))
  const data = Buffer.from(text).toString('base64')
  return (await engine.chat.attach({ id, name: 'note.txt', mediaType: 'text/plain', data })).id
}

async function attached(engine: Engine, id: string): Promise<string> {
  return Buffer.from((await engine.chat.attachment(id)).data, 'base64').toString()
}

/** Returns the contents of all files in a folder and its subfolders. */
async function textsIn(folder: string): Promise<string[]> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true }).catch(() => [])
  const files = entries.filter((entry) => entry.isFile())
  return Promise.all(files.map(({ parentPath, name }) => readFile(join(parentPath, name), 'latin1')))
}

async function moveStoreAway(dataFolder: string): Promise<string> {
  const away = await temporaryFolder()
  for (const name of ofStore)
    if (existsSync(join(dataFolder, name))) await rename(join(dataFolder, name), join(away, name))
  return away
}

describe('a store that is moved away', () => {
  test('loses nothing: its attachments, results and records are kept, and come back with the store', async () => {
    const dataFolder = await temporaryFolder()
    const first = await run(dataFolder, (engine) => attach(engine, 'of the first store'))
    const result = join('results', `${'0'.repeat(20)}.result`)
    const journal = join('journal', '00000009.journal')
    for (const file of [result, journal]) {
      await mkdir(join(dataFolder, file, '..'), { recursive: true })
      await writeFile(join(dataFolder, file), `text of ${file}`)
    }

    const away = await moveStoreAway(dataFolder)
    const log = recordingLog()
    const { clock, swept } = sweepingClock()
    const second = await run(
      dataFolder,
      async (engine) => {
        await swept()
        return attach(engine, 'of the second store')
      },
      { log, clock },
    )
    expect(log.entries.filter(({ message }) => message.includes('set aside')).length).toBeGreaterThan(0)
    const aside = await textsIn(join(dataFolder, 'set-aside'))
    expect(aside.toSorted()).toEqual(['of the first store', `text of ${journal}`, `text of ${result}`].toSorted())

    await moveStoreAway(dataFolder)
    await cp(join(away, 'kb.db'), join(dataFolder, 'kb.db'))
    expect(await run(dataFolder, (engine) => attached(engine, first))).toBe('of the first store')
    expect(await readFile(join(dataFolder, result), 'utf8')).toBe(`text of ${result}`)
    expect(await textsIn(join(dataFolder, 'set-aside'))).toContain('of the second store')
    expect(second).not.toBe(first)
  })

  test.each(['nothing', 'a backup'])(
    'without its write-ahead log, and replaced by %s, has the log set aside, neither deleted nor used',
    async (inPlace) => {
      const dataFolder = await temporaryFolder()
      const options = { dataFolder, databaseUrl: null, clock: systemClock, log: recordingLog() }
      const file = join(dataFolder, 'kb.db')
      await (await openStore(options)).close()
      const bytes = await readFile(file)
      await Promise.all(ofStore.map((name) => rm(join(dataFolder, name), { force: true })))
      // A copy made by SQLite has no write-ahead log, and its header says so.
      if (inPlace === 'a backup') await writeFile(file, bytes.fill(1, 18, 20))
      await writeFile(`${file}-wal`, 'the last that was written')
      await (await openStore(options)).close()
      expect(await textsIn(join(dataFolder, 'set-aside'))).toEqual(['the last that was written'])
    },
  )
})

test('a restored backup does not delete files that are newer than the backup', async () => {
  const dataFolder = await temporaryFolder()
  const early = await run(dataFolder, (engine) => attach(engine, 'before the backup'))
  const backup = await temporaryFolder()
  await cp(join(dataFolder, 'kb.db'), join(backup, 'kb.db'))
  const late = await run(dataFolder, (engine) => attach(engine, 'after the backup'))
  const away = await moveStoreAway(dataFolder)
  await cp(join(backup, 'kb.db'), join(dataFolder, 'kb.db'))
  expect(await run(dataFolder, (engine) => attached(engine, early))).toBe('before the backup')
  expect(await textsIn(join(dataFolder, 'set-aside'))).toEqual(['after the backup'])
  await moveStoreAway(dataFolder)
  await cp(join(away, 'kb.db'), join(dataFolder, 'kb.db'))
  expect(
    await run(dataFolder, async (engine) => {
      await expect.poll(() => attached(engine, late).catch(() => null)).toBe('after the backup')
      return attached(engine, early)
    }),
  ).toBe('before the backup')
})

test('a removed conversation is deleted, even if the engine was killed before deleting it, and Undo restores it', async () => {
  const dataFolder = await temporaryFolder()
  const kept = await run(dataFolder, async (engine) => {
    const id = await attach(engine, 'removed and restored')
    const [conversation] = (await engine.chat.list({ limit: 10 })).conversations
    await engine.chat.remove(conversation?.id ?? '')
    await engine.chat.restore(conversation?.id ?? '')
    expect(await attached(engine, id)).toBe('removed and restored')
    await attach(engine, 'removed for good')
    const gone = (await engine.chat.list({ limit: 10 })).conversations.find(({ title }) => title === 'removed for good')
    await engine.chat.remove(gone?.id ?? '')
    // Copies the folder as it would be if the process were killed here.
    await cp(join(dataFolder, 'attachments'), join(dataFolder, 'killed'), { recursive: true })
    return id
  })
  expect(await textsIn(join(dataFolder, 'attachments'))).toEqual(['removed and restored'])
  await rm(join(dataFolder, 'attachments'), { recursive: true })
  await rename(join(dataFolder, 'killed'), join(dataFolder, 'attachments'))
  await writeFile(join(dataFolder, 'attachments', 'notes.txt'), 'put here by a person')
  expect(
    await run(dataFolder, async (engine) => {
      await expect.poll(() => textsIn(join(dataFolder, 'attachments'))).not.toContain('removed for good')
      return attached(engine, kept)
    }),
  ).toBe('removed and restored')
  expect((await textsIn(join(dataFolder, 'attachments'))).toSorted()).toEqual([
    'put here by a person',
    'removed and restored',
  ])
  expect(existsSync(join(dataFolder, 'set-aside'))).toBe(false)
})

test('a sealed file that is moved away can be moved back with everything in it', async () => {
  const dataFolder = await temporaryFolder()
  const open = () => openVault({ clock: systemClock, dataFolder, key: 'a long passphrase' })
  const file = join(dataFolder, 'vault', 'secrets.sealed')
  await open().set('one', 'first value')
  await rename(file, `${file}-away`)
  expect(await open().get('one')).toBeNull()
  await open().set('two', 'second value')
  await rename(`${file}-away`, file)
  expect(await open().get('one')).toBe('first value')
})

test('an unreadable list of connected clients is not overwritten', async () => {
  const dataFolder = await temporaryFolder()
  const file = join(dataFolder, 'connected-clients.json')
  await writeFile(file, '[{"of a":"later version"}]')
  const setAside = new SetAside({ dataFolder, clock: systemClock, log: recordingLog() })
  await new SetupRecords(dataFolder, setAside).write([])
  expect(await textsIn(join(dataFolder, 'set-aside'))).toEqual(['[{"of a":"later version"}]'])
  expect(await readFile(file, 'utf8')).toBe('[]\n')
})

// Catches a disk error that is taken for an empty list, which the next change would then write.
test('a list of connected clients that cannot be read at all is not overwritten either', async () => {
  const dataFolder = await temporaryFolder()
  const file = join(dataFolder, 'connected-clients.json')
  await mkdir(join(file, 'not a file'), { recursive: true })
  const setAside = new SetAside({ dataFolder, clock: systemClock, log: recordingLog() })
  await new SetupRecords(dataFolder, setAside).write([])
  const [kept = ''] = await readdir(join(dataFolder, 'set-aside'))
  expect(await readdir(join(dataFolder, 'set-aside', kept))).not.toEqual([])
  expect(await readFile(file, 'utf8')).toBe('[]\n')
})
