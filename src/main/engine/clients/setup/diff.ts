/** What changes between two texts, line by line, as a person reads it. Pure. */

const around = 3
/** Beyond it, lines are compared from both ends alone. */
const mostLines = 2_000

interface Step {
  readonly mark: ' ' | '-' | '+'
  readonly line: string
}

/** Hunks with the lines around them; empty when nothing changes. */
export function lineDiff(before: string, after: string): string {
  const steps = stepsOf(linesOf(before), linesOf(after))
  const near = steps.map((_step, place) => steps.slice(Math.max(0, place - around), place + around + 1).some(isChange))
  const lines: string[] = []
  for (const [place, { mark, line }] of steps.entries()) {
    if (near[place] !== true) continue
    if (lines.length > 0 && near[place - 1] !== true) lines.push('…')
    lines.push(`${mark} ${line}`)
  }
  return lines.length === 0 ? '' : `${lines.join('\n')}\n`
}

function isChange({ mark }: Step): boolean {
  return mark !== ' '
}

function linesOf(text: string): string[] {
  const plain = text.replace(/^\uFEFF/, '').replace(/\r?\n$/, '')
  return plain === '' ? [] : plain.split(/\r?\n/)
}

function stepsOf(before: readonly string[], after: readonly string[]): Step[] {
  let head = 0
  while (head < before.length && head < after.length && before[head] === after[head]) head += 1
  let tail = 0
  const longest = Math.min(before.length, after.length) - head
  while (tail < longest && before.at(-1 - tail) === after.at(-1 - tail)) tail += 1
  const same = (lines: readonly string[]) => lines.map((line): Step => ({ mark: ' ', line }))
  return [
    ...same(before.slice(0, head)),
    ...changed(before.slice(head, before.length - tail), after.slice(head, after.length - tail)),
    ...same(before.slice(before.length - tail)),
  ]
}

/** By the longest sequence of lines that both have. */
function changed(before: readonly string[], after: readonly string[]): Step[] {
  const gone = (lines: readonly string[]) => lines.map((line): Step => ({ mark: '-', line }))
  const come = (lines: readonly string[]) => lines.map((line): Step => ({ mark: '+', line }))
  if (before.length === 0 || after.length === 0 || Math.max(before.length, after.length) > mostLines)
    return [...gone(before), ...come(after)]
  const width = after.length + 1
  const lengths = new Uint16Array((before.length + 1) * width)
  const at = (row: number, column: number) => lengths[row * width + column] ?? 0
  for (let row = before.length - 1; row >= 0; row -= 1) {
    for (let column = after.length - 1; column >= 0; column -= 1) {
      const isSame = before[row] === after[column]
      lengths[row * width + column] = isSame
        ? at(row + 1, column + 1) + 1
        : Math.max(at(row + 1, column), at(row, column + 1))
    }
  }
  const steps: Step[] = []
  let row = 0
  let column = 0
  while (row < before.length && column < after.length) {
    const [old = '', fresh = ''] = [before[row], after[column]]
    if (old === fresh) {
      steps.push({ mark: ' ', line: old })
      row += 1
      column += 1
    } else if (at(row + 1, column) >= at(row, column + 1)) {
      steps.push({ mark: '-', line: old })
      row += 1
    } else {
      steps.push({ mark: '+', line: fresh })
      column += 1
    }
  }
  return [...steps, ...gone(before.slice(row)), ...come(after.slice(column))]
}
