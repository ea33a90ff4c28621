/** Stores each tool's first use per launch, as listings are: another launch may give a different tool. */
import { sql } from 'kysely'
import type { Migration } from '#engine/store/migrations/migration'

export const firstUsesByLaunch: Migration = {
  name: '0017-first-uses-by-launch',
  async up(transaction, ddl) {
    const run = (statement: ReturnType<typeof sql>) => statement.execute(transaction)
    const [uses, before] = [ddl.table('tool_first_uses'), ddl.table('before_tool_first_uses')]
    // SQLite cannot change a primary key, so the table is copied and recreated.
    await run(sql`create table ${before} as select * from ${uses}`)
    await run(sql`drop table ${uses}`)
    await run(sql`
      create table ${uses} (
        server_id text not null,
        launched_for text not null,
        tool_name text not null,
        fingerprint text not null,
        definition text not null,
        used_at ${ddl.integer} not null,
        primary key (server_id, launched_for, tool_name)
      )${ddl.tableEnd}`)
    // The launch of old rows is unknown. They get the empty key: a launch without a row uses the server's newest row,
    // which is then one of these.
    await run(sql`
      insert into ${uses} (server_id, launched_for, tool_name, fingerprint, definition, used_at)
      select server_id, '', tool_name, fingerprint, definition, used_at from ${before}`)
    await run(sql`drop table ${before}`)
    await ddl.tellChanges(transaction, [{ table: 'tool_first_uses', when: 'insert or delete', subject: 'decisions' }])
  },
}
