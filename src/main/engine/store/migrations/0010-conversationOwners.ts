/** Lets engines share a database: each conversation runs in one engine, as long as that engine renews its lease. */
import { sql } from 'kysely'
import type { Migration } from '#engine/store/migrations/migration'

export const conversationOwners: Migration = {
  name: '0010-conversation-owners',
  async up(transaction, ddl) {
    const add = (column: ReturnType<typeof sql>) =>
      sql`alter table ${ddl.table('conversations')} add column ${column}`.execute(transaction)
    // Runs from before this migration belong to no engine, and their lease has expired.
    await add(sql`run_engine text`)
    await add(sql`run_until ${ddl.integer} not null default 0`)
    await add(sql`run_claims ${ddl.integer} not null default 0`)
    await add(sql`revision ${ddl.integer} not null default 0`)
  },
}
