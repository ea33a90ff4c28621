/**
 * The rows that are out of date after an event. Changes to a connection's state are ignored, because rows do not show
 * them. Pure.
 */
import type { EngineEvent } from '#contract/events'
import type { MatrixRow } from '#contract/projectServers'
import type { ServerSnapshot } from '#contract/servers/server'
import { pairOf } from '#renderer/features/projects/matrix/rows/cells.ts'

function isAsShown(row: MatrixRow, { name, projects, enabledIn, tools }: ServerSnapshot): boolean {
  const on = new Set(enabledIn)
  return (
    row.name === name &&
    row.tools.length === tools.total &&
    row.pairs.length === projects.length &&
    projects.every((id) => pairOf(row, id)?.enabled === on.has(id))
  )
}

export function staleRows(rows: readonly MatrixRow[], events: readonly EngineEvent[]): Set<string> {
  const stale = new Set<string>()
  for (const event of events) {
    if (event.type === 'tools.changed' || event.type === 'server.removed') stale.add(event.slug)
    if (event.type !== 'server.changed') continue
    const row = rows.find(({ slug }) => slug === event.server.slug)
    if (row === undefined || !isAsShown(row, event.server)) stale.add(event.server.slug)
  }
  return stale
}
