/** Adds the names of secrets. Their values are only in the vault. */
import { sql } from 'kysely'
import type { Migration } from '#engine/store/migrations/migration'

export const secretNames: Migration = {
  name: '0002-secret-names',
  async up(transaction, ddl) {
    // Neither id is a foreign key: a name must stay until its value is removed from the vault, which may be later.
    await sql`
      create table ${ddl.table('secrets')} (
        project_id text not null,
        name text not null,
        server_id text,
        updated_at ${ddl.integer} not null,
        primary key (project_id, name)
      )${ddl.tableEnd}`.execute(transaction)
  },
}
