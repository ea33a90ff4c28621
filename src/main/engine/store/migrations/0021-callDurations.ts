/** Adds an index, so that the slowest calls are found without reading all calls. */
import { sql } from 'kysely'
import type { Migration } from '#engine/store/migrations/migration'

export const callDurations: Migration = {
  name: '0021-call-durations',
  async up(transaction, ddl) {
    const calls = ddl.table('agent_run_tool_calls')
    await sql`create index agent_run_tool_calls_duration on ${calls} (duration_ms, id)`.execute(transaction)
  },
}
