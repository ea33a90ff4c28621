/** What two texts differ in, line by line, with what stays around it and the changed part of a line. Pure. */
import { type LineChange, lineChanges } from '#contract/text/lineChanges'

export interface DiffLine extends LineChange {
  /** From where to where it differs from the line that it replaces, or is replaced by. */
  readonly changed: readonly [number, number] | null
}
/** So many lines that are the same were left out. */
export interface DiffGap {
  readonly kind: 'gap'
  readonly lines: number
}

const context = 3

export function lineDiff(before: string, after: string): (DiffLine | DiffGap)[] {
  return withGaps(withChangedParts(lineChanges(before.split('\n'), after.split('\n'))))
}

/** Of runs of lines that are replaced by as many others. */
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
      for (let place = index; place < index + removed; place++) {
        const [before, after] = [lines[place], lines[place + removed]]
        if (before === undefined || after === undefined) continue
        const [start, end] = differing(before.text, after.text)
        result[place] = { ...before, changed: [start, before.text.length - end] }
        result[place + removed] = { ...after, changed: [start, after.text.length - end] }
      }
    index += Math.max(1, removed + added)
  }
  return result
}

/** How much at the beginning and at the end is the same. */
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
    if (kind !== 'same') for (let place = index - context; place <= index + context; place++) near.add(place)
  const shown: (DiffLine | DiffGap)[] = []
  for (const [index, one] of lines.entries()) {
    const last = shown.at(-1)
    if (near.has(index)) shown.push(one)
    else if (last?.kind === 'gap') shown[shown.length - 1] = { kind: 'gap', lines: last.lines + 1 }
    else shown.push({ kind: 'gap', lines: 1 })
  }
  return shown
}
