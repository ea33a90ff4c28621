/** Shows the changes between two texts, line by line, to a person. Pure. */
import { type LineChange, lineChanges } from '#contract/text/lineChanges'

const around = 3
const marks = { same: ' ', removed: '-', added: '+' } as const

/** Hunks with the lines around them; empty if nothing changes. */
export function lineDiff(before: string, after: string): string {
  const changes = lineChanges(linesOf(before), linesOf(after))
  const near = changes.map((_change, place) =>
    changes.slice(Math.max(0, place - around), place + around + 1).some(isChange),
  )
  const lines: string[] = []
  for (const [place, { kind, text }] of changes.entries()) {
    if (near[place] !== true) continue
    if (lines.length > 0 && near[place - 1] !== true) lines.push('…')
    lines.push(`${marks[kind]} ${text}`)
  }
  return lines.length === 0 ? '' : `${lines.join('\n')}\n`
}

function isChange({ kind }: LineChange): boolean {
  return kind !== 'same'
}

function linesOf(text: string): string[] {
  const plain = text.replace(/^\uFEFF/, '').replace(/\r?\n$/, '')
  return plain === '' ? [] : plain.split(/\r?\n/)
}
