/** The part of a change that the store gets: values of variables stay in the file of their server. Pure. */
import { rowChange } from '#engine/registry/changes/rowChange'
import { withoutValues } from '#engine/secrets/shownLaunch'
import { type Change, type SwitchedServer, switchedBetween } from '#engine/store/servers/change'
import type { StoredChange } from '#engine/store/servers/changeStore'
import { isFileProject } from '#engine/store/servers/projectStore'
import type { ServerRow } from '#engine/store/servers/serverRow'

export function storedForm(change: Change, projectOf: (slug: string) => string | null): StoredChange[] {
  switch (change.kind) {
    case 'addServer':
      return [{ ...change, row: storedRow(change.row) }]
    case 'useServer':
      return change.before === null ? [] : whatDiffers(change.before, change)
    case 'changeServer': {
      const { launch, ...patch } = change.patch
      const isFile = isFileProject(projectOf(change.slug) ?? '')
      return [
        launch === undefined || !isFile ? change : { ...change, patch: { ...patch, launch: withoutValues(launch) } },
      ]
    }
    case 'removeServer':
    case 'switchTools':
    case 'addProject':
    case 'changeProject':
    case 'removeProject':
    case 'putProduct':
    case 'removeProduct':
      return [change]
  }
}

/** As the store has it. */
export function storedRow(row: ServerRow): ServerRow {
  return isFileProject(row.projectId) ? { ...row, launch: withoutValues(row.launch) } : row
}

function whatDiffers(before: SwitchedServer, { row, switchedOff }: SwitchedServer): StoredChange[] {
  const { id, slug, updatedAt } = row
  const changed = rowChange(before.row, storedRow(row), updatedAt)
  const switched = switchedBetween(before.switchedOff, switchedOff)
  return [
    ...(changed === null ? [] : [changed]),
    ...(switched === null ? [] : [{ kind: 'switchTools', id, slug, ...switched } as const]),
  ]
}
