/** Reads projects' decisions about single tools: switches and own names. */
import type { StoreDatabase } from '#engine/store/database/database'
import type { ToolSwitches } from '#engine/store/servers/change'
import type { OwnTool } from '#contract/tools/tool'

export interface ToggleStore {
  /** The decisions, by the pair's id. Pairs without decisions are left out. */
  toolSwitches(): Promise<ReadonlyMap<string, ToolSwitches>>
}

interface Gathered extends ToolSwitches {
  readonly switchedOff: Set<string>
  readonly own: Map<string, OwnTool>
}

export function createToggleStore({ kysely }: StoreDatabase): ToggleStore {
  return {
    async toolSwitches() {
      const byPair = new Map<string, Gathered>()
      const of = (pairId: string) => {
        let gathered = byPair.get(pairId)
        if (gathered === undefined) byPair.set(pairId, (gathered = { switchedOff: new Set(), own: new Map() }))
        return gathered
      }
      for (const row of await kysely.selectFrom('server_tool_toggles').selectAll().execute())
        of(row.pair_id).switchedOff.add(row.tool_name)
      for (const row of await kysely.selectFrom('server_tool_names').selectAll().execute())
        of(row.pair_id).own.set(row.tool_name, { name: row.own_name, description: row.own_description })
      return byPair
    },
  }
}
