/** Adds records of tool calls, and the runs that they belong to. */
import { sql } from 'kysely'
import type { Migration } from '#engine/store/migrations/migration'

const callStatus = ['running', 'succeeded', 'failed', 'cancelled']
const runKind = ['chat', 'client', 'person']

export const toolCalls: Migration = {
  name: '0003-tool-calls',
  async up(transaction, ddl) {
    await ddl.createEnumeration(transaction, 'call_status', callStatus)
    await ddl.createEnumeration(transaction, 'run_kind', runKind)

    await sql`
      create table ${ddl.table('agent_runs')} (
        id text not null primary key,
        engine text not null,
        kind ${ddl.enumeration('run_kind', 'kind', runKind)} not null,
        client_name text,
        client_version text,
        started_at ${ddl.integer} not null,
        last_call_at ${ddl.integer} not null
      )${ddl.tableEnd}`.execute(transaction)

    // The long columns come last, so that lists can be read without them. Ids sort by time.
    await sql`
      create table ${ddl.table('agent_run_tool_calls')} (
        id text not null primary key,
        run_id text not null references ${ddl.table('agent_runs')} (id) on delete cascade,
        project_id text,
        server text,
        tool_name text,
        public_name text not null,
        status ${ddl.enumeration('call_status', 'status', callStatus)} not null,
        is_error ${ddl.flag} not null,
        error_code text,
        error_message text,
        started_at ${ddl.integer} not null,
        duration_ms ${ddl.integer},
        arguments_bytes ${ddl.integer} not null,
        result_bytes ${ddl.integer} not null,
        whole_arguments ${ddl.flag} not null,
        whole_result ${ddl.flag} not null,
        dropped_before ${ddl.integer} not null,
        arguments text not null,
        result text
      )${ddl.tableEnd}`.execute(transaction)

    await sql`create index agent_run_tool_calls_run_id on ${ddl.table('agent_run_tool_calls')} (run_id)`.execute(
      transaction,
    )
  },
}
