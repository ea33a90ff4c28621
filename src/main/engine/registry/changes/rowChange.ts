/** What leads from one row of a server to another, as a change: only what differs. Pure. */
import { isDeepStrictEqual } from 'node:util'
import type { ChangeOf } from '#engine/store/servers/change'
import type { ServerPatch, ServerRow } from '#engine/store/servers/serverRow'

/** Every field that may be changed. */
const fields = {
  slug: true,
  name: true,
  description: true,
  projectId: true,
  productId: true,
  launch: true,
  enabled: true,
  position: true,
  group: true,
  labels: true,
  concurrency: true,
  restart: true,
  timeoutMs: true,
  sessions: true,
  asksCallers: true,
  trusted: true,
  retry: true,
  idleStopMs: true,
  fileSwitches: true,
} satisfies Record<keyof ServerPatch, true>

/** Null where nothing differs. */
export function rowChange(before: ServerRow, wanted: ServerRow, updatedAt: number): ChangeOf<'changeServer'> | null {
  const names = (Object.keys(fields) as (keyof ServerPatch)[]).filter(
    (name) => !isDeepStrictEqual(before[name], wanted[name]),
  )
  if (names.length === 0) return null
  const patch = Object.fromEntries(names.map((name) => [name, wanted[name]])) as ServerPatch
  return { kind: 'changeServer', id: before.id, slug: before.slug, patch: { ...patch, updatedAt } }
}

/** Another launch may be of another server: which era it speaks, and whether it asks its callers, is not known of it. */
export function relaunched(row: ServerRow, launch: ServerRow['launch']): ServerRow {
  return isDeepStrictEqual(row.launch, launch) ? row : { ...row, launch, asksCallers: false }
}

export function changedRow(row: ServerRow, patch: ChangeOf<'changeServer'>['patch']): ServerRow {
  return { ...row, ...patch, era: patch.launch === undefined ? row.era : null }
}
