/** A person's changes in the matrix, as data: the rows after a change, and the change that undoes it. Pure. */
import type { MatrixRow } from '#contract/projectServers'
import { ownWords, type Pair, pairOf, placeOfTool } from '#renderer/features/projects/matrix/rows/cells.ts'

interface InPair {
  readonly slug: string
  readonly projectId: string
}

export type MatrixChange =
  | (InPair & { readonly kind: 'switch'; readonly enabled: boolean })
  | (InPair & { readonly kind: 'put' })
  | (InPair & { readonly kind: 'takeOut' })
  /** Restores an earlier state of the pair. */
  | (InPair & { readonly kind: 'restore'; readonly pair: Pair })
  | (InPair & { readonly kind: 'tools'; readonly names: readonly string[]; readonly enabled: boolean })
  | (InPair & {
      readonly kind: 'name'
      readonly tool: string
      readonly name: string | null
      readonly description: string | null
    })

function withPair(row: MatrixRow, pair: Pair): MatrixRow {
  const others = row.pairs.filter(({ projectId }) => projectId !== pair.projectId)
  return { ...row, pairs: [...others, pair] }
}

function placesOf(row: MatrixRow, names: readonly string[]): number[] {
  return names.flatMap((name) => placeOfTool(row, name) ?? [])
}

function switchedTools(row: MatrixRow, pair: Pair, names: readonly string[], enabled: boolean): Pair {
  const places = new Set(placesOf(row, names))
  const others = pair.off.filter((place) => !places.has(place))
  return { ...pair, off: enabled ? others : [...others, ...places] }
}

export function rowAfter(row: MatrixRow, change: MatrixChange): MatrixRow {
  const { projectId } = change
  if (change.kind === 'put') return withPair(row, { projectId, enabled: true, off: [], named: [] })
  if (change.kind === 'restore') return withPair(row, change.pair)
  const pair = pairOf(row, projectId)
  if (pair === null) return row
  switch (change.kind) {
    case 'switch':
      return withPair(row, { ...pair, enabled: change.enabled })
    case 'takeOut':
      return { ...row, pairs: row.pairs.filter((one) => one.projectId !== projectId) }
    case 'tools':
      return withPair(row, switchedTools(row, pair, change.names, change.enabled))
    case 'name': {
      const tool = placeOfTool(row, change.tool)
      if (tool === null) return row
      const { name, description } = change
      const others = pair.named.filter((one) => one.tool !== tool)
      const isSaid = name !== null || description !== null
      return withPair(row, { ...pair, named: isSaid ? [...others, { tool, name, description }] : others })
    }
  }
}

/** The change that undoes `change`, computed from the row before it. Null: nothing to undo. */
export function inverseOf(row: MatrixRow, change: MatrixChange): MatrixChange | null {
  const { slug, projectId } = change
  const at = { slug, projectId }
  const pair = pairOf(row, projectId)
  switch (change.kind) {
    case 'put':
    case 'restore':
      return { ...at, kind: 'takeOut' }
    case 'takeOut':
      return pair && { ...at, kind: 'restore', pair }
    case 'switch':
      return pair && { ...at, kind: 'switch', enabled: pair.enabled }
    case 'tools': {
      const off = new Set(pair?.off)
      const changed = change.names.filter((name) => {
        const place = placeOfTool(row, name)
        return place !== null && off.has(place) === change.enabled
      })
      return changed.length === 0 ? null : { ...change, names: changed, enabled: !change.enabled }
    }
    case 'name': {
      const tool = placeOfTool(row, change.tool)
      const before = (tool === null ? null : ownWords(row, tool, projectId)) ?? { name: null, description: null }
      return { ...at, kind: 'name', tool: change.tool, ...before }
    }
  }
}

export function rowsAfter(rows: readonly MatrixRow[], changes: readonly MatrixChange[]): MatrixRow[] {
  const bySlug = new Map<string, MatrixChange[]>()
  for (const change of changes) {
    const known = bySlug.get(change.slug)
    if (known === undefined) bySlug.set(change.slug, [change])
    else known.push(change)
  }
  return rows.map((row) => bySlug.get(row.slug)?.reduce(rowAfter, row) ?? row)
}

/** The inverses of all changes, in reverse order. */
export function inversesOf(rows: readonly MatrixRow[], changes: readonly MatrixChange[]): MatrixChange[] {
  const now = new Map(rows.map((row) => [row.slug, row]))
  const inverses: MatrixChange[] = []
  for (const change of changes) {
    const row = now.get(change.slug)
    if (row === undefined) continue
    const inverse = inverseOf(row, change)
    if (inverse !== null) inverses.unshift(inverse)
    now.set(change.slug, rowAfter(row, change))
  }
  return inverses
}
