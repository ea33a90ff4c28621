/** Opening a store that is old, new, damaged, foreign or unreachable. */
import { createHash } from 'node:crypto'
import { once } from 'node:events'
import { chmod, cp, mkdir, readFile, readdir, stat, writeFile } from 'node:fs/promises'
import { createServer, type AddressInfo } from 'node:net'
import { join } from 'node:path'
import { sql } from 'kysely'
import { describe, expect, onTestFinished, test } from 'vitest'
import { systemClock } from '#engine/clock'
import type { Migration } from '#engine/store/migrations/migration'
import { migrations } from '#engine/store/migrations/migrations'
import { openStore, type Store, type StoreOptions } from '#engine/store/openStore'
import { findPostgres } from '#test/support/postgres'
import { recordingLog } from '#test/support/recordingLog'
import { temporaryFolder } from '#test/support/temporaryFolder'

const postgres = findPostgres()

const notes: Migration = {
  name: '9999-notes',
  async up(transaction, ddl) {
    await sql`create table ${ddl.table('notes')} (body text not null)${ddl.tableEnd}`.execute(transaction)
  },
}
const broken: Migration = {
  name: '0003-broken',
  async up(transaction, ddl) {
    await sql`create table ${ddl.table('half')} (body text not null)${ddl.tableEnd}`.execute(transaction)
    await sql`create table ${ddl.table('half')} (body text not null)${ddl.tableEnd}`.execute(transaction)
  },
}
const newer = [...migrations, notes]
/** The name of the backup before a migration from this version's newest state to the next one. */
const backupName = `kb.db.backup-${migrations.at(-1)?.name.slice(0, 4)}-9999`

async function open(options: Partial<StoreOptions> & { dataFolder: string }): Promise<Store> {
  const store = await openStore({ databaseUrl: null, clock: systemClock, log: recordingLog(), ...options })
  onTestFinished(() => store.close())
  return store
}

/** Returns a folder's files with their data, except SQLite's shared memory, which every reader changes. */
async function contents(folder: string): Promise<Record<string, string>> {
  const files = (await readdir(folder)).filter((name) => !name.endsWith('-shm'))
  const hash = async (name: string) =>
    createHash('sha256')
      .update(await readFile(join(folder, name)))
      .digest('hex')
  return Object.fromEntries(await Promise.all(files.map(async (name) => [name, await hash(name)] as const)))
}

async function modeOf(path: string): Promise<number> {
  return (await stat(path)).mode & 0o777
}

describe('a store in a file', () => {
  test('is private, even if it was not before, but the mode of an existing folder is its owner’s choice', async () => {
    const dataFolder = join(await temporaryFolder(), 'new', 'folder')
    const store = await open({ dataFolder })
    const files = await readdir(dataFolder)
    expect(files).toContain('kb.db-wal')
    expect(await modeOf(dataFolder)).toBe(0o700)
    for (const file of files) expect([file, await modeOf(join(dataFolder, file))]).toEqual([file, 0o600])
    await store.close()
    await chmod(dataFolder, 0o755)
    for (const file of ['kb.db', 'kb.db-wal']) await writeFile(join(dataFolder, file), '', { flag: 'a' })
    for (const file of ['kb.db', 'kb.db-wal']) await chmod(join(dataFolder, file), 0o644)
    await open({ dataFolder })
    expect(await modeOf(dataFolder)).toBe(0o755)
    for (const file of await readdir(dataFolder))
      expect([file, await modeOf(join(dataFolder, file))]).toEqual([file, 0o600])
  })

  test('is copied privately and completely before a migration, and otherwise not copied', async () => {
    const dataFolder = await temporaryFolder()
    const store = await open({ dataFolder })
    await store.settings.set('kept', 'yes')
    await store.close()
    await (await open({ dataFolder })).close()
    const log = recordingLog()
    await (await open({ dataFolder, migrations: newer, log })).close()
    const backup = backupName
    expect((await readdir(dataFolder)).filter((name) => name.includes('backup'))).toEqual([backup])
    expect(await modeOf(join(dataFolder, backup))).toBe(0o600)
    expect(log.entries.map(({ message }) => message)).toContain('the store was backed up before its migration')

    const restored = await temporaryFolder()
    await cp(join(dataFolder, backup), join(restored, 'kb.db'))
    expect(await (await open({ dataFolder: restored })).settings.get('kept')).toBe('yes')
  })

  test('never overwrites an earlier copy', async () => {
    const dataFolder = await temporaryFolder()
    await (await open({ dataFolder })).close()
    await writeFile(join(dataFolder, backupName), 'precious')
    await (await open({ dataFolder, migrations: newer })).close()
    expect(await readFile(join(dataFolder, backupName), 'utf8')).toBe('precious')
    expect(await readdir(dataFolder)).toContain(`${backupName}-2`)
  })

  test('of a newer version is refused and stays unchanged, byte for byte', async () => {
    const dataFolder = await temporaryFolder()
    await (await open({ dataFolder, migrations: newer })).close()
    const copy = await temporaryFolder()
    await cp(join(dataFolder, 'kb.db'), join(copy, 'kb.db'))
    const before = await contents(copy)
    await expect(open({ dataFolder: copy })).rejects.toMatchObject({
      code: 'STORE_TOO_NEW',
      message: expect.stringContaining('9999-notes') as string,
    })
    expect(await contents(copy)).toEqual(before)
    expect(await readdir(copy)).toEqual(['kb.db'])
  })

  test('is also refused if the newer version died with its changes only in the write-ahead log', async () => {
    const dataFolder = await temporaryFolder()
    await open({ dataFolder, migrations: newer })
    const copy = await temporaryFolder()
    for (const name of ['kb.db', 'kb.db-wal']) await cp(join(dataFolder, name), join(copy, name))
    const before = await contents(copy)
    expect((await stat(join(copy, 'kb.db-wal'))).size).toBeGreaterThan(0)
    await expect(open({ dataFolder: copy })).rejects.toMatchObject({ code: 'STORE_TOO_NEW' })
    expect(await contents(copy)).toEqual(before)
  })

  test.each([
    ['not a database at all', Buffer.from('this is a letter to my aunt, and no database. '.repeat(100))],
    ['a database whose pages are lost', Buffer.concat([Buffer.from('SQLite format 3\0'), Buffer.alloc(9000, 0x5a)])],
  ])('that is %s is refused with advice, and kept', async (_what, bytes) => {
    const dataFolder = await temporaryFolder()
    await writeFile(join(dataFolder, 'kb.db'), bytes)
    await expect(open({ dataFolder })).rejects.toMatchObject({
      code: 'STORE_UNREADABLE',
      message: expect.stringMatching(/kb\.db.*damaged.*backup/) as string,
    })
    expect(await readFile(join(dataFolder, 'kb.db'))).toEqual(bytes)
  })

  test('reports a folder that cannot be written to by name', async () => {
    const folder = await temporaryFolder()
    await writeFile(join(folder, 'file'), '')
    await expect(open({ dataFolder: join(folder, 'file', 'data') })).rejects.toMatchObject({
      code: 'STORE_UNREADABLE',
      message: expect.stringContaining('is writable') as string,
    })
    await mkdir(join(folder, 'kb.db'))
    await expect(open({ dataFolder: folder })).rejects.toMatchObject({ code: 'STORE_UNREADABLE' })
  })

  test('accepts a folder whose name looks like an address', async () => {
    const dataFolder = join(await temporaryFolder(), 'a b?mode=memory#é%41')
    await (await open({ dataFolder })).settings.set('a', 1)
    expect(await readdir(dataFolder)).toContain('kb.db')
    await expect(open({ dataFolder, migrations: [] })).rejects.toMatchObject({ code: 'STORE_TOO_NEW' })
  })
})

describe.each(
  [
    { name: 'SQLite', run: true, url: async () => null },
    { name: 'Postgres', run: postgres !== null, url: async () => (await postgres?.createDatabase()) ?? null },
  ].filter(({ run }) => run),
)('a migration on $name', ({ url }) => {
  test('that fails changes nothing, and the next start works', async () => {
    const options = { dataFolder: await temporaryFolder(), databaseUrl: await url() }
    await (await open(options)).close()
    await expect(open({ ...options, migrations: [...newer, broken] })).rejects.toMatchObject({
      code: 'STORE_UNREADABLE',
      message: expect.stringContaining('It was not changed.') as string,
    })
    const store = await open(options)
    expect(await store.projects.list()).toHaveLength(1)
    await store.close()
    await (await open({ ...options, migrations: newer })).close()
    await expect(open(options)).rejects.toMatchObject({ code: 'STORE_TOO_NEW' })
  })
})

describe.runIf(postgres !== null)('a shared database', () => {
  const url = async () => (await postgres?.createDatabase()) ?? ''

  test('that is empty lets two engines start at the same time, and both see the same data', async () => {
    const databaseUrl = await url()
    const dataFolder = await temporaryFolder()
    const [one, other] = await Promise.all([open({ dataFolder, databaseUrl }), open({ dataFolder, databaseUrl })])
    await one.settings.set('said', 'hello')
    expect(await other.settings.get('said')).toBe('hello')
    expect(await readdir(dataFolder)).toEqual([])
  })

  test('[R2] has the tables in the schema kb, with real enumerations and JSONB', async () => {
    const databaseUrl = await url()
    await open({ dataFolder: await temporaryFolder(), databaseUrl })
    const columns = await postgres?.query(
      databaseUrl,
      `select column_name, data_type, udt_name from information_schema.columns
       where table_schema = 'kb' and table_name = 'project_mcp_servers' and column_name in ('transport', 'config')
       order by column_name`,
    )
    expect(columns).toEqual([
      { column_name: 'config', data_type: 'jsonb', udt_name: 'jsonb' },
      { column_name: 'transport', data_type: 'USER-DEFINED', udt_name: 'transport' },
    ])
  })

  test('[R2] leaves out a hand-written row that this version cannot read, instead of failing', async () => {
    const databaseUrl = await url()
    const log = recordingLog()
    const store = await open({ dataFolder: await temporaryFolder(), databaseUrl, log })
    await postgres?.query(
      databaseUrl,
      `insert into kb.mcp_servers (id, slug, name, description, transport, config, position, labels, concurrency, restart,
         timeout_ms, sessions, trusted, retry, created_at, updated_at)
       values ('x', 'far', 'Far', '', 'sse', '{"url":17}', 0, '[]', 16, 'never', 300000, 'auto', false, 'never', 1, 1)`,
    )
    expect(await store.servers.list()).toEqual([])
    expect(log.entries.filter((entry) => entry.level !== 'info')).toMatchObject([
      { level: 'warn', fields: { server: 'far' } },
    ])
  })

  test('does not end the engine when it closes an idle connection', async () => {
    const databaseUrl = await url()
    const log = recordingLog()
    const store = await open({ dataFolder: await temporaryFolder(), databaseUrl, log })
    await postgres?.query(
      databaseUrl,
      `select pg_terminate_backend(pid) from pg_stat_activity where application_name = 'switchboard'
       and datname = current_database()`,
    )
    await expect.poll(() => log.entries.map(({ message }) => message)).toContain('a connection to the database broke')
    expect(await store.projects.list()).toHaveLength(1)
  })

  test('that is unreachable, or an invalid address, is reported without the password', async () => {
    const server = createServer().listen(0, '127.0.0.1')
    await once(server, 'listening')
    const { port } = server.address() as AddressInfo
    server.close()
    await once(server, 'close')
    for (const databaseUrl of [
      `postgresql://me:hunter2hunter2@127.0.0.1:${port}/x`,
      'mysql://me:hunter2hunter2@x/y',
      'x',
    ]) {
      const refused = await open({ dataFolder: await temporaryFolder(), databaseUrl }).catch((error: unknown) => error)
      expect(refused).toMatchObject({
        code: 'STORE_UNREADABLE',
        message: expect.stringContaining('DATABASE_URL') as string,
      })
      expect(String((refused as Error).stack)).not.toContain('hunter2')
    }
  })
})
