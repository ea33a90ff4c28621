/** The store in an SQLite file in the data folder. */
import { existsSync, statSync } from 'node:fs'
import { chmod, mkdir, open, rename, rm } from 'node:fs/promises'
import { resolve } from 'node:path'
import { pathToFileURL } from 'node:url'
import { Kysely, SqliteDialect, sql, type SqliteStatement } from 'kysely'
import { AppError, messageOf } from '#contract/errors'
import type { SetAside } from '#engine/store/setAside'
import type { DatabaseSource, StoreDatabase } from '#engine/store/database/database'
import { sqliteDdl } from '#engine/store/migrations/migration'
import { newTables } from '#engine/store/migrations/newTables'
import {
  type DriverStatement,
  openSqlite,
  openThreadedSqlite,
  type SqliteConnection,
  type SqliteRunResult,
} from '#engine/store/database/sqliteDriver'
import { sqliteFault } from '#engine/store/database/sqliteFaults'
import { insertScript } from '#engine/store/database/sqliteScript'
import { storable } from '#engine/store/database/storableText'
import type { Tables } from '#engine/store/database/tables'

const maxPrepared = 64
/** The offset of the header byte that is 2 if the file uses a write-ahead log, and 1 otherwise. */
const readVersionAt = 19
const settings = ['journal_mode = WAL', 'synchronous = NORMAL', 'foreign_keys = ON', 'busy_timeout = 5000']

export function sqliteSource(dataFolder: string, setAside: Pick<SetAside, 'take'>): DatabaseSource {
  const file = resolve(dataFolder, 'kb.db')
  return {
    title: `The store ${file}`,
    async appliedMigrations() {
      await setAsideStrayLog(file, setAside)
      return sizeOf(file) === 0 ? [] : explained(file, () => readMigrations(file))
    },
    async open() {
      const isNew = sizeOf(file) === 0
      await prepareFile(dataFolder, file)
      const connection = explained(file, () => connect(file))
      return storeDatabase({ file, connection, isNew }, await openWriter(file))
    },
    async close() {},
  }
}

/**
 * Reads the names of the applied migrations, and leaves the data folder unchanged. A file without a write-ahead log is
 * opened as immutable, so that SQLite creates no files beside it.
 */
function readMigrations(file: string): string[] {
  const url = pathToFileURL(file)
  url.search = sizeOf(`${file}-wal`) === 0 ? 'immutable=1' : 'mode=ro'
  const connection = openSqlite(url.href)
  try {
    const found = connection.prepare(`select 1 from sqlite_master where type = 'table' and name = 'migration'`).all([])
    if (found.length === 0) return []
    const rows = connection.prepare('select name from migration order by name').all([]) as { name: string }[]
    return rows.map((row) => row.name)
  } finally {
    connection.close()
  }
}

/**
 * Sets aside a write-ahead log whose store was moved away or replaced by a backup. SQLite would delete such a log or
 * apply it to the backup. The header of a store file says whether the store uses a log.
 */
async function setAsideStrayLog(file: string, setAside: Pick<SetAside, 'take'>): Promise<void> {
  const log = `${file}-wal`
  if (sizeOf(log) === 0 || (await keepsLog(file))) return
  await setAside.take([log, `${file}-shm`], `${log} does not belong to the store beside it`)
}

async function keepsLog(file: string): Promise<boolean> {
  const handle = await open(file, 'r').catch(() => null)
  if (handle === null) return false
  try {
    const version = Buffer.alloc(1)
    const { bytesRead } = await handle.read(version, 0, 1, readVersionAt)
    return bytesRead === 1 && version[0] === 2
  } finally {
    await handle.close()
  }
}

async function prepareFile(dataFolder: string, file: string): Promise<void> {
  try {
    await mkdir(dataFolder, { recursive: true, mode: 0o700 })
    // SQLite creates its other files with this file's mode. Files that already exist keep theirs, so they are changed
    // here.
    await createPrivate(file, 'a')
    for (const each of [file, `${file}-wal`, `${file}-shm`]) if (existsSync(each)) await chmod(each, 0o600)
  } catch (error) {
    throw unreadable(file, error)
  }
}

function connect(file: string): SqliteConnection {
  const connection = openSqlite(file)
  try {
    for (const setting of settings) connection.prepare(`pragma ${setting}`).all([])
    connection.prepare('select count(*) from sqlite_master').all([])
  } catch (error) {
    connection.close()
    throw error
  }
  return connection
}

/** A second connection that runs whole scripts in the driver's own thread. */
interface Writer {
  run(script: string): Promise<void>
  close(): void
}

async function openWriter(file: string): Promise<Writer> {
  const connection = openThreadedSqlite(file)
  const run = async (script: string): Promise<void> => {
    try {
      await connection.exec(script)
    } catch (error) {
      // A refused statement leaves its transaction open, unless SQLite itself ended the transaction.
      await connection.exec('rollback').catch(() => undefined)
      throw explanation(file, error)
    }
  }
  await run(settings.map((setting) => `pragma ${setting}`).join(';'))
  return { run, close: () => connection.close() }
}

interface OpenFile {
  readonly file: string
  readonly connection: SqliteConnection
  readonly isNew: boolean
}

function storeDatabase({ file, connection, isNew }: OpenFile, writer: Writer): StoreDatabase {
  const prepared = new Map<string, SqliteStatement>()
  const prepare = (text: string) => {
    const known = prepared.get(text)
    if (known !== undefined) return known
    const statement = explained(file, () => preparedStatement(file, text, connection.prepare(text)))
    // Statements are cached: preparing one with many rows takes longer than running it.
    if (prepared.size >= maxPrepared) prepared.clear()
    prepared.set(text, statement)
    return statement
  }
  const database = {
    prepare,
    close() {
      writer.close()
      connection.prepare('pragma wal_checkpoint(TRUNCATE)').all([])
      connection.close()
    },
  }
  const kysely = new Kysely<Tables>({ dialect: new SqliteDialect({ database }) })
  return {
    kysely,
    ddl: sqliteDdl,
    newTables: isNew ? { ...newTables, create: () => explained(file, () => connection.exec(newTables.script)) } : null,
    // Waits for the first connection as well, so that neither connection waits for the other's lock.
    writeRows: (tables) => kysely.connection().execute(() => writer.run(insertScript(tables))),
    // Nothing to do: the data folder's lock keeps other engines out.
    beginMigration: async () => {},
    async backUp(label) {
      const path = freePath(`${file}.backup-${label}`)
      const partial = `${path}.partial`
      await rm(partial, { force: true })
      await createPrivate(partial, 'wx')
      await sql`vacuum into ${partial}`.execute(kysely)
      await rename(partial, path)
      return path
    },
    brokenUnique(thrown) {
      const columns = /^UNIQUE constraint failed: (.+)$/.exec(messageOf(thrown))?.[1]?.split(', ')
      const table = columns?.[0]?.split('.')[0]
      return columns && table ? `${table}_${columns.map((column) => column.split('.')[1]).join('_')}_unique` : null
    },
    isBrokenReference: (thrown) => sqliteFault(thrown) === 'brokenReference',
    // Nothing to report: only one engine uses the data folder.
    onChangedElsewhere: () => undefined,
    close: () => kysely.destroy(),
  }
}

function preparedStatement(file: string, text: string, statement: DriverStatement): SqliteStatement {
  return {
    reader: statement.reader,
    all: (parameters) => explained(file, () => statement.all(parameters.map(bindable))),
    run: (parameters) => {
      const run = () => explained(file, () => statement.run(parameters.map(bindable)))
      return text === 'rollback' ? unlessEnded(run) : run()
    },
    iterate: (parameters) => statement.iterate(parameters.map(bindable)),
  }
}

/** Converts booleans, because this driver crashes the whole process on a boolean parameter. */
function bindable(parameter: unknown): unknown {
  return typeof parameter === 'boolean' ? Number(parameter) : storable(parameter)
}

function explained<T>(file: string, work: () => T): T {
  try {
    return work()
  } catch (error) {
    throw explanation(file, error)
  }
}

const nothingRun = { changes: 0, lastInsertRowid: 0 }

/**
 * SQLite may end a transaction itself, for example when the disk is full. That cause must be reported, not the rollback
 * that fails afterwards.
 */
function unlessEnded(rollback: () => SqliteRunResult) {
  try {
    return rollback()
  } catch (error) {
    if (messageOf(error).includes('no transaction is active')) return nothingRun
    throw error
  }
}

/**
 * Explains faults in the database file. Errors about violated constraints and wrong statements are returned unchanged,
 * for the caller to handle.
 */
function explanation(file: string, error: unknown): unknown {
  const fault = sqliteFault(error)
  const isOfStatement = fault === 'ofStatement' || fault === 'brokenReference' || error instanceof AppError
  return isOfStatement ? error : unreadable(file, error)
}

function unreadable(file: string, cause: unknown): AppError {
  const damaged = sqliteFault(cause) === 'damaged'
  const advice = damaged
    ? `It is damaged. Move it away, with ${file}-wal and ${file}-shm if they exist, and put a backup in its place ` +
      `(${file}.backup-…), or start with an empty store. Attachments that the new store does not know are set aside.`
    : 'Check that the folder exists and is writable, and that the disk is not full.'
  const message = `The store ${file} cannot be used: ${messageOf(cause)}. ${advice}`
  return new AppError('STORE_UNREADABLE', message, { cause })
}

function sizeOf(path: string): number {
  return statSync(path, { throwIfNoEntry: false })?.size ?? 0
}

async function createPrivate(path: string, flags: string): Promise<void> {
  const handle = await open(path, flags, 0o600)
  await handle.close()
}

function freePath(path: string): string {
  let free = path
  for (let number = 2; existsSync(free); number += 1) free = `${path}-${number}`
  return free
}
