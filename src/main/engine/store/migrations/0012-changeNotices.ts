/** Lets engines share a database: each is notified when another engine changes data that all of them cache. */
import type { Migration } from '#engine/store/migrations/migration'

const anything = 'insert or update or delete'

export const changeNotices: Migration = {
  name: '0012-change-notices',
  async up(transaction, ddl) {
    await ddl.tellChanges(transaction, [
      { table: 'clients', when: anything, subject: 'access' },
      // Other engines do not need to know when a token was last used.
      { table: 'client_tokens', when: 'insert or delete', subject: 'access' },
      { table: 'tool_decisions', when: anything, subject: 'decisions' },
      { table: 'tool_first_uses', when: 'insert or delete', subject: 'decisions' },
      { table: 'projects', when: anything, subject: 'servers' },
      // Facts that an engine only observed about a server leave `updated_at` unchanged.
      { table: 'project_mcp_servers', when: 'insert or update of updated_at or delete', subject: 'servers' },
      { table: 'server_tool_toggles', when: 'insert or delete', subject: 'servers' },
      { table: 'settings', when: anything, subject: 'settings' },
    ])
  },
}
