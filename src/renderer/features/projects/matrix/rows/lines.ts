/** The lines of the matrix, reduced by a filter: each server, and below an unfolded server its tools. Pure. */
import type { MatrixRow } from '#contract/projectServers'

interface InTree {
  readonly key: string
  readonly row: MatrixRow
  /** The position among the siblings, from 1. */
  readonly position: number
  readonly siblings: number
}

export interface ServerLine extends InTree {
  readonly kind: 'server'
  readonly isOpen: boolean
  /** The tools that match the filter; null without a filter, or if the server itself matches. */
  readonly found: readonly number[] | null
}

export interface ToolLine extends InTree {
  readonly kind: 'tool'
  readonly tool: number
}

export type Line = ServerLine | ToolLine

/** The searched texts in lower case. Cached while the row is the same object. */
const knownTexts = new WeakMap<MatrixRow, { readonly server: string; readonly tools: readonly string[] }>()

function textsOf(row: MatrixRow) {
  const before = knownTexts.get(row)
  if (before !== undefined) return before
  const own = new Map<number, string>()
  for (const { named } of row.pairs)
    for (const { tool, name } of named) if (name !== null) own.set(tool, `${own.get(tool) ?? ''} ${name}`)
  const made = {
    server: `${row.name} ${row.slug}`.toLowerCase(),
    tools: row.tools.map(({ name, title }, place) => `${name} ${title ?? ''} ${own.get(place) ?? ''}`.toLowerCase()),
  }
  knownTexts.set(row, made)
  return made
}

/** The tools that match the words. Null: all tools, because the server's name matches. */
function foundTools(row: MatrixRow, words: readonly string[]): readonly number[] | null {
  const { server, tools } = textsOf(row)
  if (words.every((word) => server.includes(word))) return null
  return tools.flatMap((text, place) =>
    words.every((word) => text.includes(word) || server.includes(word)) ? [place] : [],
  )
}

/** `folded`: the servers that a person folded or unfolded, by slug. Servers with found tools start unfolded. */
export function linesOf(
  rows: readonly MatrixRow[],
  folded: ReadonlyMap<string, boolean>,
  words: readonly string[],
): Line[] {
  const servers = rows.flatMap((row) => {
    const found = words.length === 0 ? null : foundTools(row, words)
    return found !== null && found.length === 0 ? [] : [{ row, found }]
  })
  const lines: Line[] = []
  for (const [index, { row, found }] of servers.entries()) {
    const isOpen = !(folded.get(row.slug) ?? found === null)
    lines.push({
      kind: 'server',
      key: row.slug,
      row,
      found,
      isOpen,
      position: index + 1,
      siblings: servers.length,
    })
    if (!isOpen) continue
    const tools = found ?? row.tools.map((_, place) => place)
    for (const [at, tool] of tools.entries())
      lines.push({
        kind: 'tool',
        key: `${row.slug}/${row.tools[tool]?.name ?? ''}`,
        row,
        tool,
        position: at + 1,
        siblings: tools.length,
      })
  }
  return lines
}

/** The title of a line: the server's name, or the server's own name for the tool. */
export function titleOf(line: Line): string {
  return line.kind === 'server' ? line.row.name : (line.row.tools[line.tool]?.name ?? '')
}
