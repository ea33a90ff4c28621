/** The state of a cell in the matrix: how far a server or a tool is on in a project. Pure. */
import type { MatrixRow } from '#contract/projectServers'

export type Pair = MatrixRow['pairs'][number]

/** `absent`: the server is not in the project. `some`: the server is on, and some of its tools are off. */
export type CellState = 'absent' | 'off' | 'some' | 'on'

export interface OwnWords {
  readonly name: string | null
  readonly description: string | null
}

interface KnownPair {
  readonly pair: Pair
  readonly off: ReadonlySet<number>
  readonly named: ReadonlyMap<number, OwnWords>
}

interface KnownRow {
  readonly pairs: ReadonlyMap<string, KnownPair>
  /** The index of each tool, by its name. */
  readonly places: ReadonlyMap<string, number>
}

const knownRows = new WeakMap<MatrixRow, KnownRow>()

function known(row: MatrixRow): KnownRow {
  const before = knownRows.get(row)
  if (before !== undefined) return before
  const made: KnownRow = {
    pairs: new Map(
      row.pairs.map((pair) => [
        pair.projectId,
        { pair, off: new Set(pair.off), named: new Map(pair.named.map(({ tool, ...own }) => [tool, own])) },
      ]),
    ),
    places: new Map(row.tools.map(({ name }, place) => [name, place])),
  }
  knownRows.set(row, made)
  return made
}

export function pairOf(row: MatrixRow, projectId: string): Pair | null {
  return known(row).pairs.get(projectId)?.pair ?? null
}

export function placeOfTool(row: MatrixRow, name: string): number | null {
  return known(row).places.get(name) ?? null
}

export function serverCell(row: MatrixRow, projectId: string): CellState {
  const pair = pairOf(row, projectId)
  if (pair === null) return 'absent'
  if (!pair.enabled) return 'off'
  return pair.off.length > 0 ? 'some' : 'on'
}

export function toolCell(row: MatrixRow, tool: number, projectId: string): CellState {
  const found = known(row).pairs.get(projectId)
  if (found === undefined) return 'absent'
  return found.off.has(tool) ? 'off' : 'on'
}

/** The project's own name and description of a tool; null if it has none. */
export function ownWords(row: MatrixRow, tool: number, projectId: string): OwnWords | null {
  return known(row).pairs.get(projectId)?.named.get(tool) ?? null
}

/** Combines the states of several cells. Absent cells are ignored. */
export function joined(states: Iterable<CellState>): CellState {
  let result: CellState = 'absent'
  for (const state of states) {
    if (state === 'absent') continue
    if (result !== 'absent' && result !== state) return 'some'
    result = state
  }
  return result
}
