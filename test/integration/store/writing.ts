/** Single changes, written as the engine writes them. */
import type { Project } from '#contract/project'
import type { StoredChange } from '#engine/store/servers/changeStore'
import type { Store } from '#engine/store/openStore'
import type { ServerPatch, ServerRow } from '#engine/store/servers/serverRow'

export function writing({ changes }: Pick<Store, 'changes'>) {
  const write = (change: StoredChange) => changes.write([change])
  return {
    insert: (row: ServerRow, off: readonly string[] = []) =>
      write({ kind: 'addServer', row, switchedOff: new Set(off) }),
    update: (id: string, patch: ServerPatch, updatedAt = 1) =>
      write({ kind: 'changeServer', id, slug: id, patch: { ...patch, updatedAt } }),
    remove: (id: string) => write({ kind: 'removeServer', id, slug: id }),
    switchTools: (id: string, names: readonly string[], enabled: boolean) =>
      write({ kind: 'switchTools', id, slug: id, on: enabled ? names : [], off: enabled ? [] : names }),
    insertProject: (project: Project) => write({ kind: 'addProject', project }),
    changeProject: (project: Project) => write({ kind: 'changeProject', project }),
    removeProject: (id: string) => write({ kind: 'removeProject', id }),
  }
}
