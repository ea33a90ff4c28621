/** One script creates a new SQLite store. The result must not differ from a store made by the migrations. */
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { expect, test } from 'vitest'
import { systemClock as clock } from '#engine/clock'
import type { StoreDatabase } from '#engine/store/database/database'
import { openMigrated } from '#engine/store/database/migrate'
import { sqliteSource } from '#engine/store/database/sqliteDatabase'
import { migrations } from '#engine/store/migrations/migrations'
import { SetAside } from '#engine/store/setAside'
import { recordingLog } from '#test/support/recordingLog'
import { temporaryFolder } from '#test/support/temporaryFolder'

/** Returns everything in the file of a new store, and the log lines of its creation. */
async function made(change: (database: StoreDatabase) => StoreDatabase) {
  const [dataFolder, log] = [await temporaryFolder(), recordingLog()]
  const own = sqliteSource(dataFolder, new SetAside({ dataFolder, clock, log }))
  const source = { ...own, open: async () => change(await own.open()) }
  await (await openMigrated({ source, migrations, clock, log })).close()
  const database = new DatabaseSync(join(dataFolder, 'kb.db'), { readOnly: true })
  const all = (query: string) => database.prepare(query).all()
  const schema = all('select type, name, tbl_name, sql from sqlite_schema order by rowid')
  const tables = schema.filter(({ type, name }) => type === 'table' && name !== 'migration')
  const contents = tables.map(({ name }) => [name, all(`select * from "${String(name)}"`)])
  const applied = all('select name from migration order by rowid')
  database.close()
  return { messages: log.entries.map(({ message }) => message), state: { schema, contents, applied } }
}

/** Catches a column, a check or a row that only upgraded or only new stores have, and a script that is not used. */
test('a new store has the tables, rows and migrations of one that was migrated step by step', async () => {
  const atOnce = await made((database) => database)
  const stepByStep = await made((database) => ({ ...database, newTables: null }))
  expect(atOnce.messages).toContain('a new store was created')
  expect(stepByStep.messages).not.toContain('a new store was created')
  expect(atOnce.state).toEqual(stepByStep.state)
})
