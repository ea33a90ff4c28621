/**
 * Adds sign-ins at remote servers, without secrets: which vault item has the tokens, how often they were replaced, and
 * which engine refreshes them.
 */
import { sql } from 'kysely'
import type { Migration } from '#engine/store/migrations/migration'

export const signIns: Migration = {
  name: '0019-sign-ins',
  async up(transaction, ddl) {
    await sql`
      create table ${ddl.table('sign_ins')} (
        server_id text not null,
        vault text not null,
        item text not null,
        generation ${ddl.integer} not null,
        spent ${ddl.integer} not null,
        holder text,
        holder_until ${ddl.integer} not null,
        updated_at ${ddl.integer} not null,
        primary key (server_id, vault)
      )${ddl.tableEnd}`.execute(transaction)
  },
}
