/**
 * Adds and removes members of an object in JSON text with comments, without changing any other character. Editing
 * libraries would also reformat other people's text on the same line. Pure.
 */
import { createScanner, type Node } from 'jsonc-parser'

export interface TextStyle {
  readonly eol: string
  /** One level of indentation. */
  readonly unit: string
  /** Whether everything is on one line. */
  readonly isCompact: boolean
}

export function styleOf(text: string): TextStyle {
  const eol = text.includes('\r\n') ? '\r\n' : '\n'
  const unit = /\n([ \t]+)\S/.exec(text)?.[1] ?? '  '
  return {
    eol,
    unit: unit.startsWith('\t') ? '\t' : unit,
    isCompact: text.trim() !== '{}' && !text.trim().includes('\n'),
  }
}

/** `value` is the JSON text to insert. All its lines but the first are already indented. */
export function insertMember(
  text: string,
  object: Node,
  place: number,
  name: string,
  value: string,
  style: TextStyle,
): string {
  const members = object.children ?? []
  const member = `${JSON.stringify(name)}:${style.isCompact ? '' : ' '}${value}`
  const before = members[place - 1]
  const separator = style.isCompact ? '' : `${style.eol}${indentIn(text, object, style)}`
  if (before !== undefined) {
    const { comma, end } = tailOf(text, endOf(before))
    if (comma !== null) return insert(text, Math.max(end, comma + 1), `${separator}${member},`)
    return insert(insert(text, end, `${separator}${member}`), endOf(before), ',')
  }
  if (members.length > 0) return insert(text, object.offset + 1, `${separator}${member},`)
  const inside = text.slice(object.offset + 1, endOf(object) - 1)
  const closing = style.isCompact ? '' : `${style.eol}${lineIndent(text, object.offset)}`
  if (inside.trim() === '')
    return replace(text, object.offset + 1, endOf(object) - 1, `${separator}${member}${closing}`)
  return insert(text, object.offset + 1 + inside.trimEnd().length, `${separator}${member}`)
}

export function removeMember(text: string, object: Node, place: number): string {
  const members = object.children ?? []
  const member = members[place]
  if (member === undefined) return text
  const { comma, end } = tailOf(text, endOf(member))
  const until = comma === null ? end : Math.max(end, comma + 1)
  const lineStart = startOfLine(text, member.offset)
  const isAlone = text.slice(lineStart, member.offset).trim() === ''
  const lineEnd = /^[ \t]*(?:\r?\n|$)/.exec(text.slice(until))
  const shorter =
    isAlone && lineEnd !== null
      ? replace(text, lineStart, until + lineEnd[0].length, '')
      : replace(text, member.offset, until + (/^[ \t]*/.exec(text.slice(until))?.[0].length ?? 0), '')
  const previous = members[place - 1]
  if (comma !== null || previous === undefined) return shorter
  // The last member has no comma after it.
  const { comma: left } = tailOf(text, endOf(previous))
  return left === null ? shorter : replace(shorter, left, left + 1, '')
}

/** The JSON text of a value, formatted for this place in an object. */
export function valueText(value: unknown, indent: string, { eol, unit, isCompact }: TextStyle): string {
  if (isCompact) return JSON.stringify(value)
  return JSON.stringify(value, null, unit).replaceAll('\n', `${eol}${indent}`)
}

/** The indentation of an object's members. */
export function indentIn(text: string, object: Node, { unit }: TextStyle): string {
  const [first] = object.children ?? []
  const start = first === undefined ? 0 : startOfLine(text, first.offset)
  const indent = first === undefined ? null : text.slice(start, first.offset)
  return indent !== null && indent.trim() === '' && start > object.offset
    ? indent
    : `${lineIndent(text, object.offset)}${unit}`
}

/** The scanner's `SyntaxKind` values. The enum does not exist at run time. */
const kinds = { comma: 5, lineComment: 12, blockComment: 13, lineBreak: 14, trivia: 15 } as const

interface Tail {
  /** The index of the comma after the member. */
  readonly comma: number | null
  /** The index after the last part of the line that belongs to the member: its value, comma or comment. */
  readonly end: number
}

function tailOf(text: string, from: number): Tail {
  const scanner = createScanner(text, false)
  scanner.setPosition(from)
  let comma: number | null = null
  let end = from
  let isSameLine = true
  for (;;) {
    const kind: number = scanner.scan()
    const offset = scanner.getTokenOffset()
    const after = offset + scanner.getTokenLength()
    if (kind === kinds.comma && comma === null) {
      comma = offset
      end = after
      isSameLine = true
    } else if (kind === kinds.lineComment || kind === kinds.blockComment) {
      if (isSameLine) end = after
    } else if (kind === kinds.lineBreak) {
      isSameLine = false
      if (comma !== null) return { comma, end }
    } else if (kind !== kinds.trivia) return { comma, end }
  }
}

function endOf({ offset, length }: Node): number {
  return offset + length
}

function startOfLine(text: string, offset: number): number {
  return text.lastIndexOf('\n', offset - 1) + 1
}

function lineIndent(text: string, offset: number): string {
  return /^[ \t]*/.exec(text.slice(startOfLine(text, offset)))?.[0] ?? ''
}

function insert(text: string, offset: number, added: string): string {
  return replace(text, offset, offset, added)
}

function replace(text: string, from: number, to: number, by: string): string {
  return `${text.slice(0, from)}${by}${text.slice(to)}`
}
