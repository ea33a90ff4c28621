/** Adds sealed secret values that engines on one database share. SQLite has the table but does not use it. */
import { sql } from 'kysely'
import type { Migration } from '#engine/store/migrations/migration'

export const vaultItems: Migration = {
  name: '0016-vault-items',
  async up(transaction, ddl) {
    await sql`
      create table ${ddl.table('vault_items')} (
        name text not null primary key,
        sealed text not null,
        updated_at ${ddl.integer} not null
      )${ddl.tableEnd}`.execute(transaction)
    await ddl.tellChanges(transaction, [
      { table: 'vault_items', when: 'insert or update or delete or truncate', subject: 'vault' },
      // All engines share the names, even engines that keep the values in their own vault.
      { table: 'secrets', when: 'insert or delete', subject: 'vault' },
    ])
  },
}
