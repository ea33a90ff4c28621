/** What a configuration file last said of a server's switches, so that a person's own are told from it. */
import { sql } from 'kysely'
import type { Migration } from '#engine/store/migrations/migration'

export const fileSwitches: Migration = {
  name: '0013-file-switches',
  async up(transaction, ddl) {
    await sql`alter table ${ddl.table('project_mcp_servers')} add column file_switches ${ddl.json}`.execute(transaction)
  },
}
