/** Adds how callers share a server, whether the server is trusted, and when it is stopped for lack of use. */
import { sql } from 'kysely'
import type { Migration } from '#engine/store/migrations/migration'

const sessions = ['auto', 'shared', 'dedicated']
const retry = ['never', 'read-only']

export const serverBehaviour: Migration = {
  name: '0004-server-behaviour',
  async up(transaction, ddl) {
    await ddl.createEnumeration(transaction, 'sessions_mode', sessions)
    await ddl.createEnumeration(transaction, 'retry_rule', retry)
    const columns = [
      sql`sessions ${ddl.enumeration('sessions_mode', 'sessions', sessions)} not null default 'auto'`,
      sql`asks_callers ${ddl.flag} not null default false`,
      sql`trusted ${ddl.flag} not null default false`,
      sql`retry ${ddl.enumeration('retry_rule', 'retry', retry)} not null default 'never'`,
      // Existing servers get the same value as new ones.
      sql`idle_stop_ms ${ddl.integer} default 1800000`,
    ]
    for (const column of columns)
      await sql`alter table ${ddl.table('project_mcp_servers')} add column ${column}`.execute(transaction)
  },
}
