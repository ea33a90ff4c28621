/** What a switch for several cells covers: a whole line in its projects, or a whole column. Pure. */
import type { MatrixRow } from '#contract/projectServers'
import { counted } from '#contract/text/counted'
import { type CellState, joined, pairOf, toolCell } from '#renderer/features/projects/matrix/rows/cells.ts'
import type { MatrixChange } from '#renderer/features/projects/matrix/rows/changes.ts'
import type { Line } from '#renderer/features/projects/matrix/rows/lines.ts'

/** A whole server, or some of its tools. */
export interface Swept {
  readonly row: MatrixRow
  /** Null: the server itself. */
  readonly tools: readonly number[] | null
}

export function sweptByLine(line: Line): Swept[] {
  return [{ row: line.row, tools: line.kind === 'tool' ? [line.tool] : null }]
}

/**
 * What a column's switch covers. With a filter: the servers that it found, and the found tools of other servers.
 * Without a filter: all servers.
 */
export function sweptByColumn(lines: readonly Line[]): Swept[] {
  return lines.flatMap((line) => (line.kind === 'server' ? [{ row: line.row, tools: line.found }] : []))
}

export function sweptState(swept: readonly Swept[], projectIds: readonly string[]): CellState {
  return joined(statesOf(swept, projectIds))
}

function* statesOf(swept: readonly Swept[], projectIds: readonly string[]): Generator<CellState> {
  for (const { row, tools } of swept)
    for (const projectId of projectIds) {
      const pair = pairOf(row, projectId)
      if (pair === null) continue
      if (tools === null) yield pair.enabled ? 'on' : 'off'
      else for (const tool of tools) yield toolCell(row, tool, projectId)
    }
}

export function sweepingChanges(
  swept: readonly Swept[],
  projectIds: readonly string[],
  enabled: boolean,
): MatrixChange[] {
  const wanted = enabled ? 'on' : 'off'
  return swept.flatMap(({ row, tools }) =>
    projectIds.flatMap((projectId): MatrixChange[] => {
      const pair = pairOf(row, projectId)
      if (pair === null) return []
      const at = { slug: row.slug, projectId }
      if (tools === null) return pair.enabled === enabled ? [] : [{ ...at, kind: 'switch', enabled }]
      const names = tools
        .filter((tool) => toolCell(row, tool, projectId) !== wanted)
        .flatMap((tool) => row.tools[tool]?.name ?? [])
      return names.length === 0 ? [] : [{ ...at, kind: 'tools', names, enabled }]
    }),
  )
}

/** `3 servers`, `12 tools`, `1 server and 12 tools`. */
export function sweptWords(swept: readonly Swept[]): string {
  const servers = swept.filter(({ tools }) => tools === null).length
  const tools = swept.reduce((sum, one) => sum + (one.tools?.length ?? 0), 0)
  const parts = [...(servers > 0 ? [counted(servers, 'server')] : []), ...(tools > 0 ? [counted(tools, 'tool')] : [])]
  return parts.length === 0 ? 'nothing' : parts.join(' and ')
}
