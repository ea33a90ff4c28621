/**
 * Converts Markdown to a tree without HTML. If the text has grown, only its last blocks are parsed again, and earlier
 * blocks keep their identity. The text is untrusted: no input may take long or throw. Pure.
 */
import { Marked, type Token, type Tokens, type TokensList } from 'marked'
import { BoundedLexer } from '#renderer/features/chat/markdown/boundedLexer.ts'
import { decodeEntities } from '#renderer/features/chat/markdown/entities.ts'
import type {
  Inline,
  ListItem,
  MarkdownBlock,
  MarkdownPart,
  ParsedMarkdown,
} from '#renderer/features/chat/markdown/markdownTree.ts'
import { mathBlock, mathInLine } from '#renderer/features/chat/markdown/mathSyntax.ts'
import { addressToken, textToken } from '#renderer/features/chat/markdown/webAddress.ts'
import { safeAddress } from '#renderer/ui/text/safeAddress.ts'

const maxDepth = 16
/** Text beyond either limit is shown as plain text. */
const maxParsed = 400_000
const maxLines = 10_000
/** The maximum number of cells in a table, including those that its rows leave out. */
const maxCells = 20_000
/** How many of the last blocks may still change when text is added. */
const unsettled = 2
const itemsInPart = 30
const blankLine = /\n[ \t]*\n/
const tableStart = /^[^\n|]*\|[^\n]*\n[ |:-]+\n/
/** A link definition, which can change links before it. */
const definition = /^ {0,3}\[[^\]\n]+\]:/m

const marked = new Marked({
  gfm: true,
  extensions: [mathInLine, mathBlock],
  tokenizer: {
    // From each mark of a row, the parser would search for a closing mark. A long row of marks, which means nothing,
    // would take seconds.
    emStrong(source) {
      const row = /^(?:_{12,}|\*{12,})/.exec(source)?.[0]
      return row === undefined ? false : ({ type: 'text', raw: row, text: row } as unknown as Tokens.Em)
    },
    url: addressToken,
    inlineText: textToken,
    table(source) {
      const head = tableStart.exec(source)?.[0]
      const raw = head === undefined ? null : largeTable(head, source)
      return raw === null
        ? false
        : ({ type: 'paragraph', raw, text: raw, tokens: [{ type: 'text', raw, text: raw }] } as unknown as Tokens.Table)
    },
  },
})

/** The lines of a table that has too many cells. Null: the table is not too large. */
function largeTable(head: string, source: string): string | null {
  const columns = head.slice(0, head.indexOf('\n')).split('|').length
  let rows = 0
  let end = head.length
  for (; end < source.length && source[end] !== '\n'; rows += 1) {
    const next = source.indexOf('\n', end)
    end = next === -1 ? source.length : next + 1
  }
  return rows * columns > maxCells ? source.slice(0, end) : null
}

const textOf = (text: string): Inline => ({ kind: 'text', text })

function linkOf(token: Tokens.Link, depth: number): Inline[] {
  const address = safeAddress(token.href)
  const inlines = inlinesOf(token.tokens, depth)
  if (address !== null) return [{ kind: 'link', address, inlines }]
  return token.href === '' || token.text === token.href ? inlines : [...inlines, textOf(` (${token.href})`)]
}

function inlineOf(token: Token, depth: number): Inline[] {
  switch (token.type) {
    case 'strong':
      return [{ kind: 'strong', inlines: inlinesOf(token.tokens, depth) }]
    case 'em':
      return [{ kind: 'emphasis', inlines: inlinesOf(token.tokens, depth) }]
    case 'del':
      return [{ kind: 'deleted', inlines: inlinesOf(token.tokens, depth) }]
    case 'codespan':
      return [{ kind: 'code', text: (token as Tokens.Codespan).text }]
    case 'br':
      return [{ kind: 'break' }]
    case 'link':
      return linkOf(token as Tokens.Link, depth)
    case 'image':
      return [{ kind: 'image', address: safeAddress((token as Tokens.Image).href), text: (token as Tokens.Image).text }]
    case 'mathInLine': {
      const { text, display } = token as unknown as { text: string; display: boolean }
      return [{ kind: 'math', text, display }]
    }
    case 'checkbox':
      return []
    case 'text':
      if ((token as Tokens.Text).tokens !== undefined) return inlinesOf((token as Tokens.Text).tokens, depth)
      return [textOf(decodeEntities((token as Tokens.Text).text))]
    case 'escape':
      return [textOf((token as Tokens.Escape).text)]
    default:
      return [textOf(token.raw)]
  }
}

function inlinesOf(tokens: readonly Token[] | undefined, depth: number): Inline[] {
  if (tokens === undefined) return []
  if (depth >= maxDepth) return [textOf(tokens.map((token) => token.raw).join(''))]
  return tokens.flatMap((token) => inlineOf(token, depth + 1))
}

function itemOf(item: Tokens.ListItem, depth: number): ListItem {
  return { checked: item.task ? item.checked === true : null, blocks: blocksOf(item.tokens, depth) }
}

function blockOf(token: Token, depth: number): MarkdownBlock | null {
  switch (token.type) {
    case 'space':
    case 'def':
    case 'checkbox':
      return null
    case 'heading':
      return { kind: 'heading', depth: (token as Tokens.Heading).depth, inlines: inlinesOf(token.tokens, depth) }
    case 'code':
      return { kind: 'code', language: (token as Tokens.Code).lang ?? '', text: (token as Tokens.Code).text }
    case 'list': {
      const { ordered, start, items } = token as Tokens.List
      const first = ordered ? (start === '' ? 1 : start) : null
      return { kind: 'list', first, items: items.map((item) => itemOf(item, depth)), continues: false }
    }
    case 'blockquote':
      return { kind: 'quote', blocks: blocksOf(token.tokens ?? [], depth) }
    case 'table': {
      const { align, header, rows } = token as Tokens.Table
      const cells = (row: readonly Tokens.TableCell[]) => row.map((cell) => inlinesOf(cell.tokens, depth))
      return { kind: 'table', align, head: cells(header), rows: rows.map(cells), continues: false }
    }
    case 'hr':
      return { kind: 'rule' }
    case 'mathBlock':
      return { kind: 'math', text: (token as unknown as { text: string }).text }
    case 'html':
      return { kind: 'paragraph', inlines: [textOf(token.raw.trimEnd())] }
    default: {
      const inner = (token as { tokens?: Token[] }).tokens
      return { kind: 'paragraph', inlines: inner === undefined ? inlineOf(token, depth) : inlinesOf(inner, depth) }
    }
  }
}

function blocksOf(tokens: readonly Token[], depth: number): MarkdownBlock[] {
  if (depth >= maxDepth) return [{ kind: 'paragraph', inlines: [textOf(tokens.map((token) => token.raw).join(''))] }]
  return tokens.flatMap((token) => blockOf(token, depth + 1) ?? [])
}

function lexed(text: string): TokensList | null {
  try {
    return new BoundedLexer(marked.defaults).lex(text)
  } catch {
    // The text is nested deeper than the parser's stack allows, so no person wrote it.
    return null
  }
}

type ListBlock = Extract<MarkdownBlock, { kind: 'list' }>

/** Splits a long list into parts, so that only the last part of a growing list is parsed and rendered again. */
function listParts(token: Tokens.List): MarkdownPart[] {
  const whole = blockOf(token, 0) as ListBlock
  const parts: MarkdownPart[] = []
  let rest = token.raw
  for (let at = 0; at < whole.items.length; at += itemsInPart) {
    const isLast = at + itemsInPart >= whole.items.length
    const written = token.items.slice(at, at + itemsInPart).map((item) => item.raw)
    const raw = isLast ? rest : written.join('')
    rest = rest.slice(raw.length)
    const first = whole.first === null ? null : whole.first + at
    const items = whole.items.slice(at, at + itemsInPart)
    parts.push({ raw, block: { kind: 'list', first, items, continues: at > 0 } })
  }
  return parts
}

type TableBlock = Extract<MarkdownBlock, { kind: 'table' }>

/** The first two lines of a table. Its later parts are parsed with these lines before them. */
function tableHead(raw: string): string {
  return raw.split('\n', 2).join('\n') + '\n'
}

/** Splits a long table into parts, as `listParts` splits a list. Every row is one line. */
function tableParts(token: Tokens.Table): MarkdownPart[] {
  const whole = blockOf(token, 0) as TableBlock
  const lines = token.raw.split('\n')
  if (lines.length < whole.rows.length + 2) return [{ raw: token.raw, block: whole }]
  const parts: MarkdownPart[] = []
  for (let at = 0; at < whole.rows.length; at += itemsInPart) {
    const next = at + itemsInPart
    const isLast = next >= whole.rows.length
    const from = at === 0 ? 0 : at + 2
    const raw = isLast ? lines.slice(from).join('\n') : `${lines.slice(from, next + 2).join('\n')}\n`
    parts.push({ raw, block: { ...whole, rows: whole.rows.slice(at, next), continues: at > 0 } })
  }
  return parts
}

function isLong(token: Token): boolean {
  if (token.type === 'list') return (token as Tokens.List).items.length > itemsInPart
  return token.type === 'table' && (token as Tokens.Table).rows.length > itemsInPart
}

/** The index at which parsing ends: after the last whole line within the limits. */
function parsedEnd(text: string): number {
  let end = 0
  for (let line = 0; line < maxLines; line += 1) {
    const next = text.indexOf('\n', end)
    if (next === -1) return text.length <= maxParsed ? text.length : end
    if (next >= maxParsed) return end
    end = next + 1
  }
  return end
}

function partsOf(text: string): MarkdownPart[] {
  const end = parsedEnd(text)
  const plain = (raw: string): MarkdownPart => ({ raw, block: { kind: 'paragraph', inlines: [textOf(raw)] } })
  const rest = end === text.length ? [] : [plain(text.slice(end))]
  const tokens = lexed(text.slice(0, end))
  if (tokens === null) return [plain(text.slice(0, end)), ...rest]
  return tokens.flatMap(partsOfToken).concat(rest)
}

function partsOfToken(token: Token): MarkdownPart[] {
  if (!isLong(token)) return [{ raw: token.raw, block: blockOf(token, 0) }]
  return token.type === 'list' ? listParts(token as Tokens.List) : tableParts(token as Tokens.Table)
}

/** Whether the text ends with a blank line. */
function isSettled(raw: string): boolean {
  return blankLine.test(raw.slice(raw.trimEnd().length))
}

function isContinued(part: MarkdownPart | undefined): boolean {
  const block = part?.block
  return (block?.kind === 'list' || block?.kind === 'table') && block.continues
}

/** How many parts cannot change when text is added: those before a blank line, or before a part of a list or table. */
function settledCount(parts: readonly MarkdownPart[]): number {
  let count = parts.length - unsettled
  while (count > 0 && !isContinued(parts[count]) && !isSettled(parts[count - 1]?.raw ?? '')) count -= 1
  return Math.max(0, count)
}

/** The first part of the table that continues at the end of these parts. */
function tableBegin(settled: readonly MarkdownPart[]): MarkdownPart | undefined {
  return settled.findLast((part) => part.block?.kind === 'table' && !part.block.continues)
}

/** Parses the text after these parts as further rows of their table. */
function rowsAfter(settled: readonly MarkdownPart[], rest: string): MarkdownPart[] | null {
  const begin = tableBegin(settled)
  if (begin === undefined) return null
  const head = tableHead(begin.raw)
  const [first, ...more] = partsOf(head + rest)
  if (first?.block?.kind !== 'table' || first.block.rows.length === 0 || !first.raw.startsWith(head)) return null
  return [{ raw: first.raw.slice(head.length), block: { ...first.block, continues: true } }, ...more]
}

/** Parses the text after these parts as more of the last list or table. Null: the text does not continue it. */
function partsAfter(settled: readonly MarkdownPart[], inOne: boolean, rest: string): MarkdownPart[] | null {
  const last = settled.at(-1)?.block
  if (inOne && last?.kind === 'table') return rowsAfter(settled, rest)
  const parts = partsOf(rest)
  if (!inOne) return parts
  if (last?.kind !== 'list') return null
  let next = last.first === null ? null : last.first + last.items.length
  const list: MarkdownPart[] = []
  for (const { raw, block } of parts) {
    const goesOn = block?.kind === 'list' && (block.first === null) === (next === null)
    if (!goesOn || (list.length > 0 && !block.continues)) break
    list.push({ raw, block: { ...block, first: next, continues: true } })
    next = next === null ? null : next + block.items.length
  }
  return list.length === 0 ? null : [...list, ...parts.slice(list.length)]
}

export function parseMarkdown(written: string, before: ParsedMarkdown | null = null): ParsedMarkdown {
  const text = written.replaceAll(/\r\n?/g, '\n')
  if (before !== null && text === before.text) return before
  if (before === null || !text.startsWith(before.text) || definition.test(text)) return { text, parts: partsOf(text) }
  const count = settledCount(before.parts)
  const settled = before.parts.slice(0, count)
  const raw = settled.map((part) => part.raw).join('')
  // In rare cases the parser slightly changes the text of its tokens. Lengths cannot be used in that case.
  const after = text.startsWith(raw)
    ? partsAfter(settled, isContinued(before.parts[count]), text.slice(raw.length))
    : null
  return { text, parts: after === null ? partsOf(text) : [...settled, ...after] }
}
