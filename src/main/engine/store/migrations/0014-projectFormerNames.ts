/** Adds a project's former names, so that addresses with them still work. */
import { sql } from 'kysely'
import type { Migration } from '#engine/store/migrations/migration'

export const projectFormerNames: Migration = {
  name: '0014-project-former-names',
  async up(transaction, ddl) {
    await sql`alter table ${ddl.table('projects')} add column former_names text not null default '[]'`.execute(
      transaction,
    )
  },
}
