/** Writes single changes as the engine writes them, and reads the store's contents afterwards. */
import type { Project } from '#contract/project'
import { toolChanges } from '#engine/store/servers/change'
import type { StoredChange } from '#engine/store/servers/changeStore'
import type { Store } from '#engine/store/openStore'
import { launchedFor } from '#engine/store/servers/launchedFor'
import {
  type DefinitionPatch,
  definitionOf,
  joined,
  type PairPatch,
  pairIn,
  type ServerRow,
} from '#engine/store/servers/serverRow'

export function writing({ changes }: Pick<Store, 'changes'>) {
  const write = (change: StoredChange) => changes.write([change])
  return {
    insert: (row: ServerRow, off: readonly string[] = []) => write(addition(row, off)),
    put: (row: ServerRow) =>
      write({ kind: 'addPair', id: row.id, slug: row.slug, pair: pairIn(row), switchedOff: new Set(), own: new Map() }),
    update: (id: string, patch: DefinitionPatch, updatedAt = 1) =>
      write({ kind: 'changeServer', id, slug: id, patch: { ...patch, updatedAt } }),
    change: (pairId: string, patch: PairPatch) => write({ kind: 'changePair', pairId, slug: pairId, patch }),
    remove: (id: string) => write({ kind: 'removeServer', id, slug: id }),
    takeOut: (pairId: string) => write({ kind: 'removePair', pairId, slug: pairId }),
    switchTools: (pairId: string, names: readonly string[], enabled: boolean) =>
      write({ kind: 'switchTools', pairId, slug: pairId, on: enabled ? names : [], off: enabled ? [] : names }),
    nameTools: (pairId: string, names: Record<string, string>) => {
      const nothing = { switchedOff: new Set<string>(), own: new Map() }
      const own = new Map(Object.entries(names).map(([tool, name]) => [tool, { name, description: null }]))
      return changes.write(toolChanges({ pairId, slug: pairId }, nothing, { ...nothing, own }) as StoredChange[])
    },
    insertProject: (project: Project) => write({ kind: 'addProject', project }),
    changeProject: (project: Project) => write({ kind: 'changeProject', project }),
    removeProject: (id: string) => write({ kind: 'removeProject', id }),
  }
}

export function addition(row: ServerRow, off: readonly string[] = []): StoredChange {
  const pair = { pair: pairIn(row), switchedOff: new Set(off), own: new Map() }
  return { kind: 'addServer', definition: definitionOf(row), pairs: [pair] }
}

/** Returns one row for every server in each of its projects. */
export async function rowsIn({ servers }: Pick<Store, 'servers'>): Promise<ServerRow[]> {
  const [all, seen] = await Promise.all([servers.list(), servers.seen()])
  return all.flatMap(({ definition, pairs }) =>
    pairs.map(({ pair }) => {
      const { era = null } = seen.get(definition.id)?.get(launchedFor({ ...definition, ...pair })) ?? {}
      return joined(definition, pair, era)
    }),
  )
}

/** Returns the switched-off tools, by pair. */
export async function togglesIn({ servers }: Pick<Store, 'servers'>): Promise<Map<string, ReadonlySet<string>>> {
  const pairs = (await servers.list()).flatMap((server) => server.pairs)
  return new Map(pairs.flatMap(({ pair, switchedOff }) => (switchedOff.size > 0 ? [[pair.pairId, switchedOff]] : [])))
}
