/** Adds a server's switches as its configuration file last set them, to tell them from a person's switches. */
import { sql } from 'kysely'
import type { Migration } from '#engine/store/migrations/migration'

export const fileSwitches: Migration = {
  name: '0013-file-switches',
  async up(transaction, ddl) {
    await sql`alter table ${ddl.table('project_mcp_servers')} add column file_switches ${ddl.json}`.execute(transaction)
  },
}
