/** Rows for tests. */
import type { MatrixRow } from '#contract/projectServers'
import type { Pair } from '#renderer/features/projects/matrix/rows/cells.ts'

export function sampleRow(slug: string, tools: readonly string[], pairs: readonly Partial<Pair>[]): MatrixRow {
  return {
    slug,
    name: slug.toUpperCase(),
    tools: tools.map((name) => ({ name, title: null, isQuarantined: false })),
    pairs: pairs.map((pair) => ({ projectId: 'a', enabled: true, off: [], named: [], ...pair })),
  }
}
