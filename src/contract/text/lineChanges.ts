/** The differences between two texts, line by line. Pure. */
import { diffArrays } from 'diff'

export interface LineChange {
  readonly kind: 'same' | 'removed' | 'added'
  readonly text: string
}

/**
 * Beyond this number of changes, everything from the first difference to the last counts as replaced, because the texts
 * may be of any size.
 */
const maxChanges = 500

export function lineChanges(before: readonly string[], after: readonly string[]): LineChange[] {
  const found = diffArrays([...before], [...after], { maxEditLength: maxChanges })
  if (found === undefined) return replacedMiddle(before, after)
  return found.flatMap(({ value, added, removed }) => linesOf(added ? 'added' : removed ? 'removed' : 'same', value))
}

function replacedMiddle(before: readonly string[], after: readonly string[]): LineChange[] {
  const shorter = Math.min(before.length, after.length)
  let head = 0
  while (head < shorter && before[head] === after[head]) head += 1
  let tail = 0
  while (tail < shorter - head && before.at(-1 - tail) === after.at(-1 - tail)) tail += 1
  return [
    ...linesOf('same', before.slice(0, head)),
    ...linesOf('removed', before.slice(head, before.length - tail)),
    ...linesOf('added', after.slice(head, after.length - tail)),
    ...linesOf('same', before.slice(before.length - tail)),
  ]
}

function linesOf(kind: LineChange['kind'], texts: readonly string[]): LineChange[] {
  return texts.map((text) => ({ kind, text }))
}
