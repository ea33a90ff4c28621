/**
 * Data written before hosted servers existed is complete after the migration that introduces them. A failed migration
 * changes nothing. On SQLite, the migration edits the schema itself, so the tests check everything that depends on
 * these tables.
 */
import { type Kysely, sql } from 'kysely'
import { describe, expect, onTestFinished, test } from 'vitest'
import { systemClock } from '#engine/clock'
import { openMigrated } from '#engine/store/database/migrate'
import { postgresSource } from '#engine/store/database/postgresDatabase'
import { sqliteSource } from '#engine/store/database/sqliteDatabase'
import type { Tables } from '#engine/store/database/tables'
import type { Ddl, Migration } from '#engine/store/migrations/migration'
import { migrations } from '#engine/store/migrations/migrations'
import { openStore } from '#engine/store/openStore'
import { SetAside } from '#engine/store/setAside'
import { databasesWith } from '#test/support/databases'
import { findPostgres } from '#test/support/postgres'
import { recordingLog } from '#test/support/recordingLog'
import { temporaryFolder } from '#test/support/temporaryFolder'

const before = migrations.filter(({ name }) => name < '0018')
const log = recordingLog()
const clock = systemClock
/** Every table that has a column that the migration changes, or refers to one. */
const kept = [
  'projects',
  'mcp_servers',
  'project_mcp_servers',
  'server_tool_toggles',
  'server_tool_names',
  'server_eras',
  'server_listings',
  'secrets',
] as const

const failing: Migration = {
  name: '9999-failing',
  up: async (transaction) => void (await sql`select * from nowhere`.execute(transaction)),
}

/** Rows as the previous version wrote them: a server of each transport, one of them in two projects. */
function rows(ddl: Ddl) {
  const server = (id: string, transport: string, config: string) => sql`
    insert into ${ddl.table('mcp_servers')} (id, slug, former_slugs, name, description, transport, config, position, labels,
      concurrency, restart, timeout_ms, sessions, asks_callers, trusted, retry, idle_stop_ms, created_at, updated_at)
    values (${id}, ${id}, '["was-${sql.raw(id)}"]', ${id}, 'what it does', ${transport}, ${config}, 3, '["fast"]', 4, 'always', 9000,
      'dedicated', true, true, 'read-only', null, 11, 12)`
  const pair = (id: string, serverId: string, projectId: string, transport: string) => sql`
    insert into ${ddl.table('project_mcp_servers')} (id, server_id, project_id, product_id, slug, name, description, transport,
      config, enabled, "group", file_switches, created_at, updated_at)
    values (${id}, ${serverId}, ${projectId}, null, ${serverId}, ${id}, '', ${transport}, '{}', true, 'pair', null, 13, 14)`
  return [
    sql`insert into ${ddl.table('projects')} (id, name, naming, prefix, start, file, instructions, former_names)
      values ('work', 'Work', 'override', '{server}__{tool}', 'eager', null, 'Be brief.', '[]')`,
    server('git', 'stdio', '{"command":"npx","args":["x"],"env":{"T":"${git.T}"}}'),
    server('far', 'http', '{"url":"https://far.example/mcp","headers":{}}'),
    server('old', 'sse', '{"url":"https://old.example/sse","headers":{}}'),
    pair('git-1', 'git', 'default', 'stdio'),
    pair('git-2', 'git', 'work', 'stdio'),
    pair('far-1', 'far', 'work', 'http'),
    pair('old-1', 'old', 'default', 'sse'),
    sql`insert into ${ddl.table('server_tool_toggles')} (pair_id, tool_name) values ('git-1', 'a'), ('git-2', 'b')`,
    sql`insert into ${ddl.table('server_tool_names')} (pair_id, tool_name, own_name, own_description)
      values ('git-2', 'c', 'commit', null)`,
    sql`insert into ${ddl.table('server_eras')} (server_id, launched_for, era, checked_at) values ('git', '', 'modern', 7)`,
    sql`insert into ${ddl.table('server_listings')} (server_id, launched_for, kind, listing, listed_at)
      values ('git', '', 'tools', '[{"name":"a"}]', 5)`,
    sql`insert into ${ddl.table('secrets')} (project_id, name, server_id, updated_at) values ('default', 'git.T', 'git', 1)`,
  ]
}

async function contents(kysely: Kysely<Tables>, ddl: Ddl): Promise<Record<string, unknown>> {
  const read = async (table: string) => {
    const { rows: found } = await sql<object>`select * from ${ddl.table(table)}`.execute(kysely)
    return [table, found.map((row) => JSON.stringify(row)).sort()] as const
  }
  return Object.fromEntries(await Promise.all(kept.map(read)))
}

describe.each(databasesWith(findPostgres()))('servers from before hosted ones, on $name', ({ name, url }) => {
  async function written() {
    const dataFolder = await temporaryFolder()
    const databaseUrl = await url()
    const open = (given: readonly Migration[]) => {
      const source =
        databaseUrl === null
          ? sqliteSource(dataFolder, new SetAside({ dataFolder, clock, log }))
          : postgresSource(databaseUrl, { log, clock })
      return openMigrated({ source, migrations: given, clock, log })
    }
    const old = await open(before)
    for (const statement of rows(old.ddl)) await statement.execute(old.kysely)
    const was = await contents(old.kysely, old.ddl)
    await old.close()
    return { dataFolder, databaseUrl, open, was }
  }

  /** Returns the whole schema. On SQLite, it also asserts that the file is sound. */
  async function schema(kysely: Kysely<Tables>): Promise<unknown> {
    if (name === 'SQLite') {
      const { rows: sound } = await sql`pragma integrity_check`.execute(kysely)
      expect(sound).toEqual([{ integrity_check: 'ok' }])
      expect((await sql`pragma foreign_key_check`.execute(kysely)).rows).toEqual([])
      return (await sql`select type, name, sql from sqlite_schema order by type, name`.execute(kysely)).rows
    }
    return (
      await sql`select table_name, column_name, data_type from information_schema.columns where table_schema = 'kb'
        order by table_name, column_name`.execute(kysely)
    ).rows
  }

  /** Catches a lost or changed row, and a reference that no longer holds. */
  test('[R2] [R24] still exist, and rows that refer to them are still removed with them', async () => {
    const { open, was, dataFolder, databaseUrl } = await written()
    const migrated = await open(migrations)
    const { kysely, ddl } = migrated
    expect(await contents(kysely, ddl)).toEqual(was)
    await schema(kysely)
    const count = async (table: string) => (await sql`select 1 from ${ddl.table(table)}`.execute(kysely)).rows.length
    expect(await count('agent_workspaces')).toBe(0)
    await expect(
      sql`update ${ddl.table('mcp_servers')} set transport = 'pigeon' where id = 'git'`.execute(kysely),
    ).rejects.toThrow()
    await sql`update ${ddl.table('mcp_servers')} set transport = 'container' where id = 'old'`.execute(kysely)
    await sql`update ${ddl.table('project_mcp_servers')} set transport = 'container' where server_id = 'old'`.execute(
      kysely,
    )
    await sql`update ${ddl.table('mcp_servers')} set transport = 'sse' where id = 'old'`.execute(kysely)
    await sql`update ${ddl.table('project_mcp_servers')} set transport = 'sse' where server_id = 'old'`.execute(kysely)
    await sql`delete from ${ddl.table('mcp_servers')} where id = 'far'`.execute(kysely)
    expect(await count('project_mcp_servers')).toBe(3)
    await migrated.close()

    const store = await openStore({ dataFolder, databaseUrl, clock, log })
    onTestFinished(() => store.close())
    const [git, old] = await store.servers.list()
    expect(git).toMatchObject({
      definition: { id: 'git', formerSlugs: ['was-git'], launch: { transport: 'stdio', env: { T: '${git.T}' } } },
      pairs: [{ switchedOff: new Set(['a']) }, { switchedOff: new Set(['b']) }],
    })
    expect(old).toMatchObject({ definition: { id: 'old', launch: { transport: 'sse' } } })
    expect(await store.workspaces.list()).toEqual([])
  })

  /** Catches a mixture of both schemas after an interrupted migration. */
  test('[R2] [R24] are unchanged after a failed migration, and can be migrated afterwards', async () => {
    const { open, was } = await written()
    const old = await open(before)
    const schemaBefore = await schema(old.kysely)
    await old.close()
    await expect(open([...migrations, failing])).rejects.toThrow('It was not changed.')

    const again = await open(before)
    expect(await schema(again.kysely)).toEqual(schemaBefore)
    expect(await contents(again.kysely, again.ddl)).toEqual(was)
    await expect(
      sql`update ${again.ddl.table('mcp_servers')} set transport = 'container' where id = 'git'`.execute(again.kysely),
    ).rejects.toThrow()
    await again.close()

    const migrated = await open(migrations)
    expect(await contents(migrated.kysely, migrated.ddl)).toEqual(was)
    await schema(migrated.kysely)
    await migrated.close()
  })
})
