/**
 * Adds people's decisions about tools, each tool's definition at its first use, and a flag for calls with edited
 * arguments.
 */
import { sql } from 'kysely'
import type { Migration } from '#engine/store/migrations/migration'

const decisionEffect = ['allow', 'deny']
const decisionScope = ['conversation', 'project', 'always']

export const decisions: Migration = {
  name: '0005-decisions',
  async up(transaction, ddl) {
    await ddl.createEnumeration(transaction, 'decision_effect', decisionEffect)
    await ddl.createEnumeration(transaction, 'decision_scope', decisionScope)

    // `server_id` is not a foreign key: decisions outlive a removal that is undone, and the engine's own tools have no
    // server row.
    await sql`
      create table ${ddl.table('tool_decisions')} (
        id text not null primary key,
        effect ${ddl.enumeration('decision_effect', 'effect', decisionEffect)} not null,
        server_id text not null,
        tool_name text not null,
        scope ${ddl.enumeration('decision_scope', 'scope', decisionScope)} not null,
        project_id text,
        conversation_id text,
        pattern text,
        fingerprint text,
        definition text,
        decided_at ${ddl.integer} not null
      )${ddl.tableEnd}`.execute(transaction)

    await sql`
      create table ${ddl.table('tool_first_uses')} (
        server_id text not null,
        tool_name text not null,
        fingerprint text not null,
        definition text not null,
        used_at ${ddl.integer} not null,
        primary key (server_id, tool_name)
      )${ddl.tableEnd}`.execute(transaction)

    await sql`
      alter table ${ddl.table('agent_run_tool_calls')}
      add column edited ${ddl.flag} not null default false`.execute(transaction)
  },
}
