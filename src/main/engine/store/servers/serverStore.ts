/** Reads servers with their pairs. SQL only, no business rules. */
import type { Log } from '#engine/ports'
import type { StoreDatabase } from '#engine/store/database/database'
import { noSwitches, type SwitchedPair, type WholeServer } from '#engine/store/servers/change'
import { createSeenStore, type SeenStore } from '#engine/store/servers/seenStore'
import { pairOf, readDefinition } from '#engine/store/servers/serverColumns'
import { createToggleStore } from '#engine/store/servers/toggleStore'

export interface ServerStore extends SeenStore {
  /**
   * Servers by position, then age, each with its pairs by age. A row that this version cannot read is logged and
   * skipped.
   */
  list(): Promise<WholeServer[]>
  saveAsking(id: string, asksCallers: boolean): Promise<void>
}

export function createServerStore(database: StoreDatabase, log: Log): ServerStore {
  const { kysely } = database
  const toggles = createToggleStore(database)

  async function pairsByServer(): Promise<ReadonlyMap<string, SwitchedPair[]>> {
    const [rows, switches] = await Promise.all([
      kysely.selectFrom('project_mcp_servers').selectAll().orderBy('created_at').orderBy('id').execute(),
      toggles.toolSwitches(),
    ])
    const pairs = new Map<string, SwitchedPair[]>()
    for (const row of rows) {
      const pair = { pair: pairOf(row), ...(switches.get(row.id) ?? noSwitches) }
      const known = pairs.get(row.server_id)
      if (known === undefined) pairs.set(row.server_id, [pair])
      else known.push(pair)
    }
    return pairs
  }

  return {
    async list() {
      const [rows, pairs] = await Promise.all([
        kysely.selectFrom('mcp_servers').selectAll().orderBy('position').orderBy('created_at').orderBy('id').execute(),
        pairsByServer(),
      ])
      return rows.flatMap((row) => {
        const { definition, problem } = readDefinition(row)
        if (problem !== null) log.warn({ server: row.slug, problem }, 'a server row was skipped')
        return definition === null ? [] : [{ definition, pairs: pairs.get(row.id) ?? [] }]
      })
    },

    async saveAsking(id, asksCallers) {
      await kysely.updateTable('mcp_servers').set({ asks_callers: asksCallers }).where('id', '=', id).execute()
    },

    ...createSeenStore(database),
  }
}
