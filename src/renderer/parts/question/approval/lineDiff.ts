/** What two texts differ in, line by line, with what stays around it and the changed part of a line. Pure. */

export interface DiffLine {
  readonly kind: 'same' | 'removed' | 'added'
  readonly text: string
  /** From where to where it differs from the line that it replaces, or is replaced by. */
  readonly changed: readonly [number, number] | null
}
/** So many lines that are the same were left out. */
export interface DiffGap {
  readonly kind: 'gap'
  readonly lines: number
}

const context = 3
/** Beyond this the whole middle is shown as replaced: the texts are a stranger's and may be of any size. */
const mostCells = 1_000_000

export function lineDiff(before: string, after: string): (DiffLine | DiffGap)[] {
  return withGaps(withChangedParts(diff(before.split('\n'), after.split('\n'))))
}

function line(kind: DiffLine['kind'], text: string): DiffLine {
  return { kind, text, changed: null }
}

function diff(one: readonly string[], other: readonly string[]): DiffLine[] {
  let start = 0
  while (start < one.length && start < other.length && one[start] === other[start]) start++
  let end = 0
  const longest = Math.min(one.length, other.length) - start
  while (end < longest && one.at(-1 - end) === other.at(-1 - end)) end++
  const middle = diffMiddle(one.slice(start, one.length - end), other.slice(start, other.length - end))
  const same = (lines: readonly string[]) => lines.map((text) => line('same', text))
  return [...same(one.slice(0, start)), ...middle, ...same(one.slice(one.length - end))]
}

function diffMiddle(one: readonly string[], other: readonly string[]): DiffLine[] {
  const removed = one.map((text) => line('removed', text))
  const added = other.map((text) => line('added', text))
  if (one.length === 0 || other.length === 0 || one.length * other.length > mostCells) return [...removed, ...added]
  // The longest sequence of lines that both have, from each place on.
  const width = other.length + 1
  const lengths = new Uint32Array((one.length + 1) * width)
  const at = (row: number, column: number) => lengths[row * width + column] ?? 0
  for (let row = one.length - 1; row >= 0; row--)
    for (let column = other.length - 1; column >= 0; column--)
      lengths[row * width + column] =
        one[row] === other[column] ? at(row + 1, column + 1) + 1 : Math.max(at(row + 1, column), at(row, column + 1))
  const lines: DiffLine[] = []
  let [row, column] = [0, 0]
  while (row < one.length || column < other.length) {
    const [before, after] = [one[row], other[column]]
    if (before !== undefined && before === after) {
      lines.push(line('same', before))
      row++
      column++
    } else if (before !== undefined && (after === undefined || at(row + 1, column) >= at(row, column + 1))) {
      lines.push(line('removed', before))
      row++
    } else {
      lines.push(line('added', after ?? ''))
      column++
    }
  }
  return lines
}

/** Of runs of lines that are replaced by as many others. */
function withChangedParts(lines: readonly DiffLine[]): DiffLine[] {
  const result = [...lines]
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
