/**
 * Splits servers into definitions (`mcp_servers`) and pairs of server and project (`project_mcp_servers`), which copy
 * some of the definition's columns. Each former server becomes a definition with one pair, and both keep its id.
 * Observed facts are now stored per launch.
 */
import { sql } from 'kysely'
import type { Migration } from '#engine/store/migrations/migration'

const restartPolicy = ['on-failure', 'always', 'never']
const transport = ['stdio', 'sse', 'http']
const protocolEra = ['legacy', 'modern']
const sessions = ['auto', 'shared', 'project', 'dedicated']
const retry = ['never', 'read-only']
const anything = 'insert or update or delete'

export const serverDefinitions: Migration = {
  name: '0015-server-definitions',
  async up(transaction, ddl) {
    const run = (statement: ReturnType<typeof sql>) => statement.execute(transaction)
    const replaced = ['project_mcp_servers', 'server_tool_toggles', 'server_listings']
    // SQLite cannot change a table that other tables refer to, so all three are copied and recreated.
    for (const name of replaced)
      await run(sql`create table ${ddl.table(`before_${name}`)} as select * from ${ddl.table(name)}`)
    for (const name of replaced.toReversed()) await run(sql`drop table ${ddl.table(name)}`)
    await ddl.extendEnumeration(transaction, 'sessions_mode', 'project')

    await run(sql`
      create table ${ddl.table('mcp_servers')} (
        id text not null primary key,
        slug text not null,
        former_slugs text not null default '[]',
        name text not null,
        description text not null,
        transport ${ddl.enumeration('transport', 'transport', transport)} not null,
        config ${ddl.json} not null,
        position ${ddl.integer} not null,
        labels ${ddl.json} not null,
        concurrency ${ddl.integer} not null,
        restart ${ddl.enumeration('restart_policy', 'restart', restartPolicy)} not null,
        timeout_ms ${ddl.integer} not null,
        sessions ${ddl.enumeration('sessions_mode', 'sessions', sessions)} not null,
        asks_callers ${ddl.flag} not null default false,
        trusted ${ddl.flag} not null,
        retry ${ddl.enumeration('retry_rule', 'retry', retry)} not null,
        idle_stop_ms ${ddl.integer},
        created_at ${ddl.integer} not null,
        updated_at ${ddl.integer} not null,
        constraint mcp_servers_slug_unique unique (slug)
      )${ddl.tableEnd}`)

    await run(sql`
      create table ${ddl.table('project_mcp_servers')} (
        id text not null primary key,
        server_id text not null references ${ddl.table('mcp_servers')} (id) on delete cascade,
        project_id text not null references ${ddl.table('projects')} (id) on delete cascade,
        product_id text references ${ddl.table('products')} (id) on delete cascade,
        slug text not null,
        name text not null,
        description text not null,
        transport ${ddl.enumeration('transport', 'transport', transport)} not null,
        config ${ddl.json} not null,
        enabled ${ddl.flag} not null,
        "group" text,
        file_switches ${ddl.json},
        created_at ${ddl.integer} not null,
        updated_at ${ddl.integer} not null,
        constraint project_mcp_servers_pair_unique unique (project_id, server_id),
        constraint project_mcp_servers_project_id_name_unique unique (project_id, name)
      )${ddl.tableEnd}`)

    await run(sql`
      create table ${ddl.table('server_tool_toggles')} (
        pair_id text not null references ${ddl.table('project_mcp_servers')} (id) on delete cascade,
        tool_name text not null,
        primary key (pair_id, tool_name)
      )${ddl.tableEnd}`)

    await run(sql`
      create table ${ddl.table('server_tool_names')} (
        pair_id text not null references ${ddl.table('project_mcp_servers')} (id) on delete cascade,
        tool_name text not null,
        own_name text,
        own_description text,
        primary key (pair_id, tool_name)
      )${ddl.tableEnd}`)

    await run(sql`
      create table ${ddl.table('server_eras')} (
        server_id text not null references ${ddl.table('mcp_servers')} (id) on delete cascade,
        launched_for text not null,
        era ${ddl.enumeration('protocol_era', 'era', protocolEra)} not null,
        checked_at ${ddl.integer} not null,
        primary key (server_id, launched_for)
      )${ddl.tableEnd}`)

    await run(sql`
      create table ${ddl.table('server_listings')} (
        server_id text not null references ${ddl.table('mcp_servers')} (id) on delete cascade,
        launched_for text not null,
        kind text not null,
        listing text not null,
        listed_at ${ddl.integer} not null,
        primary key (server_id, launched_for, kind)
      )${ddl.tableEnd}`)

    const before = ddl.table('before_project_mcp_servers')
    // A launch that refers to secrets may have different values in another project.
    const launchedFor = sql`case when cast(config as text) like '%\${%' then project_id else '' end`
    await run(sql`
      insert into ${ddl.table('mcp_servers')} (
        id, slug, name, description, transport, config, position, labels, concurrency, restart, timeout_ms, sessions,
        asks_callers, trusted, retry, idle_stop_ms, created_at, updated_at
      )
      select id, slug, name, description, transport, config, position, labels, concurrency, restart, timeout_ms, sessions,
        asks_callers, trusted, retry, idle_stop_ms, created_at, updated_at
      from ${before}`)
    await run(sql`
      insert into ${ddl.table('project_mcp_servers')} (
        id, server_id, project_id, product_id, slug, name, description, transport, config, enabled, "group", file_switches,
        created_at, updated_at
      )
      select id, id, project_id, product_id, slug, name, description, transport, config, enabled, "group", file_switches,
        created_at, updated_at
      from ${before}`)
    await run(sql`
      insert into ${ddl.table('server_tool_toggles')} (pair_id, tool_name)
      select server_id, tool_name from ${ddl.table('before_server_tool_toggles')}`)
    await run(sql`
      insert into ${ddl.table('server_eras')} (server_id, launched_for, era, checked_at)
      select id, ${launchedFor}, protocol_era, protocol_era_checked_at from ${before}
      where protocol_era is not null and protocol_era_checked_at is not null`)
    await run(sql`
      insert into ${ddl.table('server_listings')} (server_id, launched_for, kind, listing, listed_at)
      select server_id, ${launchedFor}, kind, listing, listed_at
      from ${ddl.table('before_server_listings')} listings join ${before} servers on servers.id = listings.server_id`)
    for (const name of replaced) await run(sql`drop table ${ddl.table(`before_${name}`)}`)

    await ddl.tellChanges(transaction, [
      { table: 'mcp_servers', when: 'insert or update of updated_at or delete', subject: 'servers' },
      { table: 'project_mcp_servers', when: anything, subject: 'servers' },
      { table: 'server_tool_toggles', when: 'insert or delete', subject: 'servers' },
      { table: 'server_tool_names', when: anything, subject: 'servers' },
      // An older engine that does not know a new migration must stop using these tables.
      { table: 'migration', when: 'insert', subject: 'version' },
    ])
  },
}
