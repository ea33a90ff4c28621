/** Several engines share a database: each hears when another one has changed what all of them keep in memory. */
import type { Migration } from '#engine/store/migrations/migration'

const anything = 'insert or update or delete'

export const changeNotices: Migration = {
  name: '0012-change-notices',
  async up(transaction, ddl) {
    await ddl.tellChanges(transaction, [
      { table: 'clients', when: anything, subject: 'access' },
      // When one was used last is of no interest to others.
      { table: 'client_tokens', when: 'insert or delete', subject: 'access' },
      { table: 'tool_decisions', when: anything, subject: 'decisions' },
      { table: 'tool_first_uses', when: 'insert or delete', subject: 'decisions' },
      { table: 'projects', when: anything, subject: 'servers' },
      // What an engine only saw of a server leaves this column alone.
      { table: 'project_mcp_servers', when: 'insert or update of updated_at or delete', subject: 'servers' },
      { table: 'server_tool_toggles', when: 'insert or delete', subject: 'servers' },
      { table: 'settings', when: anything, subject: 'settings' },
    ])
  },
}
