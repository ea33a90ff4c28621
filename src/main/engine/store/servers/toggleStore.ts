/** The rows of `server_tool_toggles`: which tools of a server are switched off. */
import type { StoreDatabase } from '#engine/store/database/database'

export interface ToggleStore {
  /** The names of the tools that are switched off, by server id; servers without any are not in it. */
  toggles(): Promise<Map<string, Set<string>>>
}

export function createToggleStore(database: StoreDatabase): ToggleStore {
  const { kysely } = database
  return {
    async toggles() {
      const switchedOff = new Map<string, Set<string>>()
      for (const row of await kysely.selectFrom('server_tool_toggles').selectAll().execute()) {
        const names = switchedOff.get(row.server_id) ?? new Set()
        switchedOff.set(row.server_id, names.add(row.tool_name))
      }
      return switchedOff
    },
  }
}
