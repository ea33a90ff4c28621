/** Adds projects, their servers, and the facts and settings of each server. */
import { sql } from 'kysely'
import type { Migration } from '#engine/store/migrations/migration'

const naming = ['override', 'prefix-on-conflict', 'prefix-always']
const startMode = ['lazy', 'eager', 'strict']
const transport = ['stdio', 'sse', 'http']
const restartPolicy = ['on-failure', 'always', 'never']
const protocolEra = ['legacy', 'modern']

export const projectsAndServers: Migration = {
  name: '0001-projects-and-servers',
  async up(transaction, ddl) {
    await ddl.createEnumeration(transaction, 'naming', naming)
    await ddl.createEnumeration(transaction, 'start_mode', startMode)
    await ddl.createEnumeration(transaction, 'transport', transport)
    await ddl.createEnumeration(transaction, 'restart_policy', restartPolicy)
    await ddl.createEnumeration(transaction, 'protocol_era', protocolEra)

    await sql`
      create table ${ddl.table('projects')} (
        id text not null primary key,
        name text not null,
        naming ${ddl.enumeration('naming', 'naming', naming)} not null,
        prefix text not null,
        start ${ddl.enumeration('start_mode', 'start', startMode)} not null,
        file text,
        constraint projects_file_unique unique (file)
      )${ddl.tableEnd}`.execute(transaction)

    await sql`
      create table ${ddl.table('products')} (
        id text not null primary key,
        name text not null,
        version text not null,
        manifest ${ddl.json} not null,
        created_at ${ddl.integer} not null
      )${ddl.tableEnd}`.execute(transaction)

    await sql`
      create table ${ddl.table('project_mcp_servers')} (
        id text not null primary key,
        slug text not null,
        project_id text not null references ${ddl.table('projects')} (id) on delete cascade,
        product_id text references ${ddl.table('products')} (id) on delete cascade,
        name text not null,
        description text not null,
        transport ${ddl.enumeration('transport', 'transport', transport)} not null,
        config ${ddl.json} not null,
        enabled ${ddl.flag} not null,
        position ${ddl.integer} not null,
        "group" text,
        labels ${ddl.json} not null,
        concurrency ${ddl.integer} not null,
        restart ${ddl.enumeration('restart_policy', 'restart', restartPolicy)} not null,
        timeout_ms ${ddl.integer} not null,
        protocol_era ${ddl.enumeration('protocol_era', 'protocol_era', protocolEra)},
        protocol_era_checked_at ${ddl.integer},
        created_at ${ddl.integer} not null,
        updated_at ${ddl.integer} not null,
        constraint project_mcp_servers_slug_unique unique (slug),
        constraint project_mcp_servers_project_id_name_unique unique (project_id, name)
      )${ddl.tableEnd}`.execute(transaction)

    await sql`
      create table ${ddl.table('server_tool_toggles')} (
        server_id text not null references ${ddl.table('project_mcp_servers')} (id) on delete cascade,
        tool_name text not null,
        primary key (server_id, tool_name)
      )${ddl.tableEnd}`.execute(transaction)

    await sql`
      create table ${ddl.table('server_listings')} (
        server_id text not null references ${ddl.table('project_mcp_servers')} (id) on delete cascade,
        kind text not null,
        listing text not null,
        listed_at ${ddl.integer} not null,
        primary key (server_id, kind)
      )${ddl.tableEnd}`.execute(transaction)

    await sql`
      create table ${ddl.table('settings')} (
        key text not null primary key,
        value text not null
      )${ddl.tableEnd}`.execute(transaction)

    await sql`
      insert into ${ddl.table('projects')} (id, name, naming, prefix, start, file)
      values ('default', 'Default', 'prefix-on-conflict', '{server}__{tool}', 'lazy', null)`.execute(transaction)
  },
}
