/**
 * Adds servers in containers: a transport value, and a row of `agent_workspaces` per server with facts about its
 * container and the engine that runs it. The columns with the server's settings are copies.
 */
import { sql } from 'kysely'
import type { Migration } from '#engine/store/migrations/migration'

const transport = ['stdio', 'sse', 'http']
const containerType = ['mcp_server']
const status = ['creating', 'ready', 'error']

export const hostedServers: Migration = {
  name: '0018-hosted-servers',
  async up(transaction, ddl) {
    await ddl.letIn(transaction, {
      name: 'transport',
      value: 'container',
      before: transport,
      columns: [
        { table: 'mcp_servers', column: 'transport' },
        { table: 'project_mcp_servers', column: 'transport' },
      ],
    })
    await ddl.createEnumeration(transaction, 'workspace_container_type', containerType)
    await ddl.createEnumeration(transaction, 'workspace_status', status)
    await sql`
      create table ${ddl.table('agent_workspaces')} (
        id text not null primary key,
        container_type ${ddl.enumeration('workspace_container_type', 'container_type', containerType)} not null,
        server_id text not null references ${ddl.table('mcp_servers')} (id) on delete cascade,
        status ${ddl.enumeration('workspace_status', 'status', status)} not null,
        image text not null,
        config ${ddl.json} not null,
        provider text,
        container_id text,
        generation ${ddl.integer} not null,
        restart_count ${ddl.integer} not null,
        last_crash ${ddl.json},
        owner text,
        lease_until ${ddl.integer} not null,
        created_at ${ddl.integer} not null,
        updated_at ${ddl.integer} not null,
        constraint agent_workspaces_server_id_unique unique (server_id)
      )${ddl.tableEnd}`.execute(transaction)
  },
}
