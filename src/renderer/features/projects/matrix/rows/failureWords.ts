/** The message about changes that failed: none was made, or only some. Pure. */
import type { MatrixRow } from '#contract/projectServers'
import { counted } from '#contract/text/counted'
import type { MatrixChange } from '#renderer/features/projects/matrix/rows/changes.ts'
import { visibleText } from '#renderer/ui/text/visibleText.ts'

/** How many changes were made before one failed. */
export interface Made {
  readonly done: number
  /** The error of the first change that failed; null: all were made. */
  readonly failure: string | null
}

export function failureWords(
  what: 'do' | 'undo',
  rows: readonly MatrixRow[],
  changes: readonly MatrixChange[],
  { done, failure }: Made,
): { readonly title: string; readonly detail: string } {
  const why = failure ?? ''
  const slug = changes[done]?.slug
  if (changes.length === 1) return { title: `Could not ${what} this`, detail: why }
  const name = visibleText(rows.find((row) => row.slug === slug)?.name ?? slug ?? '')
  if (done === 0) return { title: `Could not ${what} this`, detail: `${name}: ${why}` }
  const made = `${counted(done, 'change')} of ${changes.length} ${done === 1 ? 'was' : 'were'} made.`
  return { title: `Could not ${what} all of this`, detail: `${made} ${name}: ${why}` }
}
