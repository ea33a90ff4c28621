/** Adds outside clients and their tokens. The store has a hash of each token, never the token. */
import { sql } from 'kysely'
import type { Migration } from '#engine/store/migrations/migration'

export const clients: Migration = {
  name: '0006-clients',
  async up(transaction, ddl) {
    // `project_id` is not a foreign key: a client whose project is gone must see nothing, and a null here would show it
    // everything.
    await sql`
      create table ${ddl.table('clients')} (
        id text not null primary key,
        name text not null,
        kind text not null,
        project_id text,
        choice text not null,
        approval text not null,
        calls_per_minute ${ddl.integer},
        concurrency ${ddl.integer},
        max_name_length ${ddl.integer} not null,
        search ${ddl.flag} not null,
        created_at ${ddl.integer} not null,
        constraint clients_name_unique unique (name)
      )${ddl.tableEnd}`.execute(transaction)

    await sql`
      create table ${ddl.table('client_tokens')} (
        id text not null primary key,
        client_id text not null references ${ddl.table('clients')} (id) on delete cascade,
        digest text not null,
        created_at ${ddl.integer} not null,
        last_used_at ${ddl.integer},
        constraint client_tokens_digest_unique unique (digest)
      )${ddl.tableEnd}`.execute(transaction)
  },
}
