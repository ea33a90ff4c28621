/** A server's switches as its configuration file last set them. They tell a person's own switches from the file's. */
import { sql } from 'kysely'
import type { Migration } from '#engine/store/migrations/migration'

export const fileSwitches: Migration = {
  name: '0013-file-switches',
  async up(transaction, ddl) {
    await sql`alter table ${ddl.table('project_mcp_servers')} add column file_switches ${ddl.json}`.execute(transaction)
  },
}
