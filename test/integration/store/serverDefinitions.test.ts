/**
 * Data from a version in which a server belonged to one project still exists after the migration, under the same ids.
 */
import { describe, expect, onTestFinished, test } from 'vitest'
import { sql } from 'kysely'
import { systemClock } from '#engine/clock'
import { openMigrated } from '#engine/store/database/migrate'
import { postgresSource } from '#engine/store/database/postgresDatabase'
import { sqliteSource } from '#engine/store/database/sqliteDatabase'
import type { Ddl } from '#engine/store/migrations/migration'
import { migrations } from '#engine/store/migrations/migrations'
import { openStore } from '#engine/store/openStore'
import { SetAside } from '#engine/store/setAside'
import { rowsIn } from '#test/integration/store/writing'
import { databasesWith } from '#test/support/databases'
import { findPostgres } from '#test/support/postgres'
import { recordingLog } from '#test/support/recordingLog'
import { temporaryFolder } from '#test/support/temporaryFolder'

const before = migrations.filter(({ name }) => name < '0015')
const log = recordingLog()
const clock = systemClock

/** Rows as the previous version wrote them. */
function rows(ddl: Ddl) {
  const servers = sql`
    insert into ${ddl.table('project_mcp_servers')} (id, slug, project_id, name, description, transport, config, enabled,
      position, "group", labels, concurrency, restart, timeout_ms, protocol_era, protocol_era_checked_at, sessions,
      asks_callers, trusted, retry, idle_stop_ms, file_switches, created_at, updated_at)
    values
      ('one', 'git', 'default', 'Git', 'reads', 'stdio', '{"command":"npx","args":["x"],"env":{"T":"\${git.T}"}}', true,
       3, 'pair', '["fast"]', 4, 'always', 9000, 'modern', 7, 'dedicated', true, true, 'read-only', null,
       '{"enabled":true,"disabledTools":[]}', 11, 12),
      ('two', 'far', 'work', 'Git', '', 'http', '{"url":"https://far.example/mcp","headers":{}}', false,
       4, null, '[]', 16, 'never', 300000, 'legacy', 8, 'shared', false, false, 'never', 1800000, null, 13, 14)`
  return [
    sql`insert into ${ddl.table('projects')} (id, name, naming, prefix, start, file, instructions, former_names)
      values ('work', 'Work', 'override', '{server}__{tool}', 'eager', null, 'Be brief.', '[]')`,
    servers,
    sql`insert into ${ddl.table('server_tool_toggles')} (server_id, tool_name)
      values ('one', 'a'), ('one', 'b'), ('two', 'a')`,
    sql`insert into ${ddl.table('server_listings')} (server_id, kind, listing, listed_at)
      values ('one', 'tools', '[{"name":"a"}]', 5), ('two', 'prompts', '[]', 6)`,
    sql`insert into ${ddl.table('secrets')} (project_id, name, server_id, updated_at) values ('default', 'git.T', 'one', 1)`,
    sql`insert into ${ddl.table('tool_decisions')} (id, effect, server_id, tool_name, scope, decided_at)
      values ('d', 'allow', 'one', 'a', 'always', 1)`,
    sql`insert into ${ddl.table('tool_first_uses')} (server_id, tool_name, fingerprint, definition, used_at)
      values ('one', 'b', 'seen', '{}', 2), ('one', 'a', 'before', '{}', 1)`,
  ]
}

describe.each(databasesWith(findPostgres()))('servers of the previous version, on $name', ({ url }) => {
  /** Catches a migration that loses a switch, a listing, or an id by which decisions and secrets are found. */
  test('[R2] become definitions with one pair each, and lose nothing', async () => {
    const dataFolder = await temporaryFolder()
    const databaseUrl = await url()
    const source =
      databaseUrl === null
        ? sqliteSource(dataFolder, new SetAside({ dataFolder, clock, log }))
        : postgresSource(databaseUrl, { log, clock })
    const old = await openMigrated({ source, migrations: before, clock, log })
    for (const statement of rows(old.ddl)) await statement.execute(old.kysely)
    await old.close()

    const store = await openStore({ dataFolder, databaseUrl, clock, log })
    onTestFinished(() => store.close())
    const [one, two] = await store.servers.list()
    const definition = {
      id: 'one',
      slug: 'git',
      formerSlugs: [],
      name: 'Git',
      description: 'reads',
      launch: { transport: 'stdio', command: 'npx', args: ['x'], env: { T: '${git.T}' } },
      position: 3,
      labels: ['fast'],
      concurrency: 4,
      restart: 'always',
      timeoutMs: 9000,
      sessions: 'dedicated',
      asksCallers: true,
      trusted: true,
      retry: 'read-only',
      idleStopMs: null,
      createdAt: 11,
      updatedAt: 12,
    }
    const fileSwitches = { enabled: true, disabledTools: [] }
    const pair = { pairId: 'one', projectId: 'default', productId: null, enabled: true, group: 'pair', fileSwitches }
    expect(one).toEqual({
      definition,
      pairs: [{ pair: { ...pair, addedAt: 11 }, switchedOff: new Set(['a', 'b']), own: new Map() }],
    })
    expect(two).toMatchObject({
      definition: { id: 'two', name: 'Git', launch: { url: 'https://far.example/mcp' } },
      pairs: [{ pair: { pairId: 'two', projectId: 'work', enabled: false }, switchedOff: new Set(['a']) }],
    })
    expect((await rowsIn(store)).map(({ era }) => era)).toEqual([
      { era: 'modern', checkedAt: 7 },
      { era: 'legacy', checkedAt: 8 },
    ])
    const seen = await store.servers.seen()
    expect(seen.get('one')?.get('default')?.listings).toEqual({ tools: { entries: [{ name: 'a' }], listedAt: 5 } })
    expect(seen.get('two')?.get('')?.listings).toEqual({ prompts: { entries: [], listedAt: 6 } })
    expect(await store.secrets.list()).toMatchObject([{ name: 'git.T', serverId: 'one' }])
    const used = { serverId: 'one', launchedFor: '', definition: '{}' }
    expect(await store.decisions.firstUses()).toEqual([
      { ...used, toolName: 'a', fingerprint: 'before' },
      { ...used, toolName: 'b', fingerprint: 'seen' },
    ])
  })
})
