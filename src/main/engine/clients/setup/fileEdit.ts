/**
 * Changes only the map of servers in a client's file. Comments, order, indentation, line endings and a byte order mark
 * stay. The result is parsed again and compared, so that a file is changed as intended or not at all. Pure.
 */
import { isDeepStrictEqual } from 'node:util'
import { findNodeAtLocation, getNodeValue, type Node } from 'jsonc-parser'
import { fieldsOf, isObject } from '#contract/jsonRpc/jsonObject'
import { AppError } from '#contract/errors'
import {
  indentIn,
  insertMember,
  removeMember,
  styleOf,
  type TextStyle,
  valueText,
} from '#engine/clients/setup/jsonText'
import { parseConfigText } from '#engine/config/configSyntax'

/** Entries by name. Null removes an entry. Raw text is written unchanged, with its comments. */
export type Entries = Readonly<Record<string, Entry>>
export type Entry = { readonly value: unknown } | { readonly raw: string; readonly before: readonly string[] } | null

const mark = '\uFEFF'

/** Throws `INVALID_INPUT`, with line and column, if the text is not a configuration. */
export function editServers(text: string, key: string, entries: Entries): string {
  const hasMark = text.startsWith(mark)
  const plain = hasMark ? text.slice(1) : text
  // Some editors create such files empty.
  const whole = plain.trim() === '' ? '{}' : plain
  const before = readRoot(whole, key)
  const style = styleOf(whole)
  let edited = whole
  for (const [name, entry] of Object.entries(entries)) edited = editOne(edited, key, name, entry, style)
  check(before, readRoot(edited, key), key, entries)
  if (whole !== plain) edited += style.eol
  return hasMark ? `${mark}${edited}` : edited
}

/** The map's entries in order, each with its text. */
export function entriesIn(
  text: string,
  key: string,
): ReadonlyMap<string, { readonly value: unknown; readonly raw: string }> {
  const plain = text.startsWith(mark) ? text.slice(1) : text
  if (plain.trim() === '') return new Map()
  const map = findNodeAtLocation(parseConfigText(plain), [key])
  const found = new Map<string, { value: unknown; raw: string }>()
  for (const { children } of map?.type === 'object' ? (map.children ?? []) : []) {
    const [name, value] = children ?? []
    if (typeof name?.value !== 'string' || value === undefined) continue
    found.set(name.value, { value: getNodeValue(value), raw: plain.slice(value.offset, value.offset + value.length) })
  }
  return found
}

/** Whether a file contains nothing but an empty map of servers. */
export function holdsNothing(text: string, key: string): boolean {
  const root: unknown = getNodeValue(parseConfigText(text))
  const rest = isObject(root) ? Object.entries(root) : []
  return rest.every(([name, value]) => name === key && isObject(value) && Object.keys(value).length === 0)
}

function editOne(text: string, key: string, name: string, entry: Entry, style: TextStyle): string {
  const root = parseConfigText(text)
  const map = memberOf(root, key)?.value
  if (map === undefined) {
    if (entry === null) return text
    const withMap = insertMember(text, root, root.children?.length ?? 0, key, '{}', style)
    return editOne(withMap, key, name, entry, style)
  }
  const there = memberOf(map, name)
  if (entry === null) return there === undefined ? text : removeMember(text, map, there.place)
  const indent = indentIn(text, map, style)
  const value = 'raw' in entry ? entry.raw : valueText(entry.value, indent, style)
  if (there !== undefined) return replaceText(text, there.value, value)
  return insertMember(
    text,
    map,
    'raw' in entry ? placeAmong(map, entry.before) : (map.children?.length ?? 0),
    name,
    value,
    style,
  )
}

/** The index at which to insert an entry: after the last entry named in `before`. */
function placeAmong(map: Node, before: readonly string[]): number {
  const names = (map.children ?? []).map(({ children }) => String(children?.[0]?.value))
  return names.findLastIndex((name) => before.includes(name)) + 1
}

function memberOf(object: Node, name: string): { readonly place: number; readonly value: Node } | undefined {
  const place = (object.children ?? []).findIndex(({ children }) => children?.[0]?.value === name)
  const value = object.children?.[place]?.children?.[1]
  return value === undefined ? undefined : { place, value }
}

function replaceText(text: string, { offset, length }: Node, by: string): string {
  return `${text.slice(0, offset)}${by}${text.slice(offset + length)}`
}

function readRoot(text: string, key: string): Record<string, unknown> {
  const root: unknown = getNodeValue(parseConfigText(text))
  if (!isObject(root)) throw new AppError('INVALID_INPUT', 'line 1, column 1: the file should contain an object')
  const map = root[key]
  if (map !== undefined && !isObject(map)) throw new AppError('INVALID_INPUT', `${key} should be an object`)
  return root
}

/** Compares parsed values: the edited text may not mean what was intended, for example if a name occurs twice. */
function check(before: Record<string, unknown>, after: Record<string, unknown>, key: string, entries: Entries): void {
  const map = { ...fieldsOf(before[key]) }
  for (const [name, entry] of Object.entries(entries)) {
    if (entry === null) delete map[name]
    else map[name] = 'value' in entry ? entry.value : getNodeValue(parseConfigText(entry.raw))
  }
  const expected = before[key] === undefined && Object.keys(map).length === 0 ? before : { ...before, [key]: map }
  if (isDeepStrictEqual(JSON.parse(JSON.stringify(after)), JSON.parse(JSON.stringify(expected)))) return
  throw new AppError('INVALID_INPUT', 'it cannot be changed safely in its current form (does a name occur twice?)')
}
