/** Adds a project's instructions for the chats in it. */
import { sql } from 'kysely'
import type { Migration } from '#engine/store/migrations/migration'

export const projectInstructions: Migration = {
  name: '0009-project-instructions',
  async up(transaction, ddl) {
    await sql`alter table ${ddl.table('projects')} add column instructions text not null default ''`.execute(
      transaction,
    )
  },
}
