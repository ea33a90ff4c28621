/** Adds a person's next message, stored until the current turn ends. */
import { sql } from 'kysely'
import type { Migration } from '#engine/store/migrations/migration'

export const nextMessages: Migration = {
  name: '0020-next-messages',
  async up(transaction, ddl) {
    await sql`alter table ${ddl.table('conversations')} add column next_message text not null default '[]'`.execute(
      transaction,
    )
  },
}
