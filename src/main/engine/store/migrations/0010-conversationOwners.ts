/**
 * Several engines share a database: a conversation runs in one of them, as long as that engine renews its lease in
 * time.
 */
import { sql } from 'kysely'
import type { Migration } from '#engine/store/migrations/migration'

export const conversationOwners: Migration = {
  name: '0010-conversation-owners',
  async up(transaction, ddl) {
    const add = (column: ReturnType<typeof sql>) =>
      sql`alter table ${ddl.table('conversations')} add column ${column}`.execute(transaction)
    // A run that was under way before belongs to no engine by now: its lease has expired.
    await add(sql`run_engine text`)
    await add(sql`run_until ${ddl.integer} not null default 0`)
    await add(sql`run_claims ${ddl.integer} not null default 0`)
    await add(sql`revision ${ddl.integer} not null default 0`)
  },
}
