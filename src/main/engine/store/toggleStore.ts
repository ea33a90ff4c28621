/** The rows of `server_tool_toggles`: which tools of a server are switched off. */
import type { Kysely } from 'kysely'
import { chunks } from '#engine/store/chunks'
import type { StoreDatabase } from '#engine/store/database'
import { explainingRefusals } from '#engine/store/refusal'
import type { Tables } from '#engine/store/tables'

const namesPerStatement = 1000

export interface ToggleStore {
  /** The names of the tools that are switched off, by server id; servers without any are not in it. */
  toggles(): Promise<Map<string, Set<string>>>
  /** Rejects with `NOT_FOUND` when there is no such server. */
  setToggles(serverId: string, toolNames: Iterable<string>, enabled: boolean): Promise<void>
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

    async setToggles(serverId, toolNames, enabled) {
      const change = enabled ? switchOn : switchOff
      const work = kysely.transaction().execute((transaction) => change(transaction, serverId, toolNames))
      await explainingRefusals(database, { missing: 'this server is not there' }, work)
    },
  }
}

export async function switchOff(transaction: Kysely<Tables>, serverId: string, toolNames: Iterable<string>) {
  for (const names of chunks([...new Set(toolNames)], namesPerStatement)) {
    await transaction
      .insertInto('server_tool_toggles')
      .values(names.map((name) => ({ server_id: serverId, tool_name: name })))
      .onConflict((conflict) => conflict.doNothing())
      .execute()
  }
}

async function switchOn(transaction: Kysely<Tables>, serverId: string, toolNames: Iterable<string>) {
  for (const names of chunks([...new Set(toolNames)], namesPerStatement)) {
    await transaction
      .deleteFrom('server_tool_toggles')
      .where('server_id', '=', serverId)
      .where('tool_name', 'in', names)
      .execute()
  }
}
