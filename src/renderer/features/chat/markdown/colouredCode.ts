/** Syntax colours for the most common languages. Loaded when code is first shown. */
import { common, createLowlight } from 'lowlight'

export interface CodeToken {
  readonly text: string
  /** CSS classes; null for plain text. */
  readonly look: string | null
}

interface CodeNode {
  readonly type: string
  readonly value?: unknown
  readonly properties?: { readonly className?: unknown }
  readonly children?: readonly unknown[]
}

const lowlight = createLowlight(common)

const looks: Readonly<Record<string, string>> = {
  comment: 'text-muted italic',
  quote: 'text-muted italic',
  keyword: 'text-accent',
  literal: 'text-accent',
  'selector-tag': 'text-accent',
  built_in: 'text-accent',
  type: 'text-warn',
  number: 'text-warn',
  string: 'text-good',
  regexp: 'text-good',
  symbol: 'text-warn',
  attr: 'text-warn',
  attribute: 'text-warn',
  variable: 'text-warn',
  name: 'text-accent',
  title: 'font-medium',
  section: 'font-medium',
  meta: 'text-muted',
  addition: 'text-good',
  deletion: 'text-bad',
  strong: 'font-semibold',
  emphasis: 'italic',
}

function lookOf(node: CodeNode): string | null {
  const classes = node.properties?.className
  const first: unknown = Array.isArray(classes) ? classes[0] : undefined
  return typeof first === 'string' ? (looks[first.replace(/^hljs-/, '')] ?? null) : null
}

function collect(node: CodeNode, look: string | null, into: CodeToken[]): void {
  if (node.type === 'text') {
    if (typeof node.value === 'string') into.push({ text: node.value, look })
    return
  }
  for (const child of node.children ?? []) collect(child as CodeNode, lookOf(node) ?? look, into)
}

/** Returns null for an unknown language. */
export function colouredCode(text: string, language: string): readonly CodeToken[] | null {
  if (!lowlight.registered(language)) return null
  const tokens: CodeToken[] = []
  collect(lowlight.highlight(language, text), null, tokens)
  return tokens
}

/**
 * Splits code into parts of at most `maxLength` characters, at an empty line if possible, otherwise at a line end. The
 * languages' grammars look ahead over words and lines, so the time for one text can be quadratic in its length.
 */
export function codeParts(text: string, maxLength: number): string[] {
  const parts: string[] = []
  let from = 0
  while (text.length - from > maxLength) {
    const reach = text.slice(from, from + maxLength)
    const cut = [reach.lastIndexOf('\n\n') + 2, reach.lastIndexOf('\n') + 1].find((end) => end > maxLength / 2)
    parts.push(reach.slice(0, cut))
    from += cut ?? maxLength
  }
  return [...parts, text.slice(from)]
}

/** Groups tokens into pieces of `linesInPiece` lines. A line break belongs to the line before it. */
export function inPieces(tokens: readonly CodeToken[], linesInPiece: number): CodeToken[][] {
  const pieces: CodeToken[][] = []
  let piece: CodeToken[] = []
  let lines = 0
  for (const { text, look } of tokens) {
    let from = 0
    for (const { index } of text.matchAll(/\n/g)) {
      lines += 1
      if (lines % linesInPiece !== 0) continue
      pieces.push([...piece, { text: text.slice(from, index + 1), look }])
      piece = []
      from = index + 1
    }
    if (from < text.length) piece.push({ text: text.slice(from), look })
  }
  return piece.length === 0 ? pieces : [...pieces, piece]
}
