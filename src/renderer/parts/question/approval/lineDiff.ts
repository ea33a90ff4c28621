/** A line diff of two texts, with context lines and the changed part of each line. Pure. */
import { type LineChange, lineChanges } from '#contract/text/lineChanges'

export interface DiffLine extends LineChange {
  /**
   * The characters that differ from the line that was replaced, or from the line that replaced it; null: there is no
   * such line.
   */
  readonly changed: readonly [number, number] | null
}
/** Unchanged lines that were left out. */
export interface DiffGap {
  readonly kind: 'gap'
  readonly lines: number
}

const context = 3

export function lineDiff(before: string, after: string): (DiffLine | DiffGap)[] {
  return withGaps(withChangedParts(lineChanges(before.split('\n'), after.split('\n'))))
}

/** Marks the changed parts of lines, if a run of lines is replaced by the same number of lines. */
function withChangedParts(lines: readonly LineChange[]): DiffLine[] {
  const result: DiffLine[] = lines.map((line) => ({ ...line, changed: null }))
  for (let index = 0; index < lines.length;) {
    const run = (kind: DiffLine['kind'], from: number) => {
      let to = from
      while (lines[to]?.kind === kind) to++
      return to - from
    }
    const removed = run('removed', index)
    const added = run('added', index + removed)
    if (removed > 0 && removed === added)
      for (let at = index; at < index + removed; at++) {
        const [before, after] = [lines[at], lines[at + removed]]
        if (before === undefined || after === undefined) continue
        const [start, end] = differing(before.text, after.text)
        result[at] = { ...before, changed: [start, before.text.length - end] }
        result[at + removed] = { ...after, changed: [start, after.text.length - end] }
      }
    index += Math.max(1, removed + added)
  }
  return result
}

/** The lengths of the common start and the common end of two texts. */
function differing(one: string, other: string): readonly [number, number] {
  const shorter = Math.min(one.length, other.length)
  let start = 0
  while (start < shorter && one[start] === other[start]) start++
  let end = 0
  while (end < shorter - start && one.at(-1 - end) === other.at(-1 - end)) end++
  return [start, end]
}

function withGaps(lines: readonly DiffLine[]): (DiffLine | DiffGap)[] {
  const near = new Set<number>()
  for (const [index, { kind }] of lines.entries())
    if (kind !== 'same') for (let at = index - context; at <= index + context; at++) near.add(at)
  const shown: (DiffLine | DiffGap)[] = []
  for (const [index, one] of lines.entries()) {
    const last = shown.at(-1)
    if (near.has(index)) shown.push(one)
    else if (last?.kind === 'gap') shown[shown.length - 1] = { kind: 'gap', lines: last.lines + 1 }
    else shown.push({ kind: 'gap', lines: 1 })
  }
  return shown
}
