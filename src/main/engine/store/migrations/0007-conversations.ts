/** Adds conversations with a model: a tree of messages, each made of blocks that are stored as they arrive. */
import { sql } from 'kysely'
import type { Migration } from '#engine/store/migrations/migration'

export const conversations: Migration = {
  name: '0007-conversations',
  async up(transaction, ddl) {
    // `project_id` is not a foreign key: a conversation outlives its project.
    await sql`
      create table ${ddl.table('conversations')} (
        id text not null primary key,
        project_id text not null,
        title text not null,
        pinned ${ddl.flag} not null,
        model text,
        settings text not null,
        draft text not null,
        leaf_id text,
        is_running ${ddl.flag} not null,
        usage text not null,
        created_at ${ddl.integer} not null,
        updated_at ${ddl.integer} not null
      )${ddl.tableEnd}`.execute(transaction)

    await sql`
      create table ${ddl.table('conversation_messages')} (
        id text not null primary key,
        conversation_id text not null references ${ddl.table('conversations')} (id) on delete cascade,
        parent_id text,
        position ${ddl.integer} not null,
        role text not null,
        status text not null,
        model text,
        steps text not null,
        created_at ${ddl.integer} not null
      )${ddl.tableEnd}`.execute(transaction)

    // `words` is the text to search in. The block itself, which is long, comes last.
    await sql`
      create table ${ddl.table('conversation_blocks')} (
        message_id text not null references ${ddl.table('conversation_messages')} (id) on delete cascade,
        position ${ddl.integer} not null,
        step ${ddl.integer} not null,
        is_complete ${ddl.flag} not null,
        words text not null,
        body text not null,
        primary key (message_id, position)
      )${ddl.tableEnd}`.execute(transaction)

    await sql`
      create table ${ddl.table('conversation_attachments')} (
        id text not null primary key,
        conversation_id text not null references ${ddl.table('conversations')} (id) on delete cascade,
        name text not null,
        media_type text not null,
        bytes ${ddl.integer} not null,
        created_at ${ddl.integer} not null
      )${ddl.tableEnd}`.execute(transaction)

    const messages = ddl.table('conversation_messages')
    await sql`create index conversation_messages_place on ${messages} (conversation_id, position)`.execute(transaction)
    const attachments = ddl.table('conversation_attachments')
    await sql`create index conversation_attachments_owner on ${attachments} (conversation_id)`.execute(transaction)
  },
}
