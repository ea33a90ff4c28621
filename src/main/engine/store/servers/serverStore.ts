/** The rows of `project_mcp_servers`, and with them what hangs on them. Knows SQL, no rules. */
import type { Log } from '#engine/ports'
import type { StoreDatabase } from '#engine/store/database/database'
import { createSeenStore, type SeenStore } from '#engine/store/servers/seenStore'
import type { ServerRow } from '#engine/store/servers/serverRow'
import { readServer } from '#engine/store/servers/serverColumns'
import { createToggleStore, type ToggleStore } from '#engine/store/servers/toggleStore'

export interface ServerStore extends ToggleStore, SeenStore {
  /** By position, then age. A row that this version cannot read is logged and left out. */
  list(): Promise<ServerRow[]>
  saveAsking(id: string, asksCallers: boolean): Promise<void>
}

export function createServerStore(database: StoreDatabase, log: Log): ServerStore {
  const { kysely } = database
  return {
    async list() {
      const rows = await kysely
        .selectFrom('project_mcp_servers')
        .selectAll()
        .orderBy('position')
        .orderBy('created_at')
        .orderBy('id')
        .execute()
      return rows.flatMap((row) => {
        const read = readServer(row)
        if (read.problem !== null) log.warn({ server: row.slug, problem: read.problem }, 'a server row was left out')
        return read.server === null ? [] : [read.server]
      })
    },

    async saveAsking(id, asksCallers) {
      await kysely.updateTable('project_mcp_servers').set({ asks_callers: asksCallers }).where('id', '=', id).execute()
    },

    ...createToggleStore(database),
    ...createSeenStore(database),
  }
}
