/** The text of a client's file as it may be shown: values that may be secrets are masked, and the rest stays. Pure. */
import { type Node, visit } from 'jsonc-parser'
import { secretNamePattern } from '#contract/secretNames'
import { shownServer } from '#engine/clients/setup/shownServer'
import { parseConfigText } from '#engine/config/configSyntax'

const hidden = '"•••"'
/** Everything under these keys is hidden. */
const secretParts = new Set(['env', 'headers', 'inputs', 'requestInit'])
const secretWord = /key|token|secret|password|auth/i
const argument = /^(--?[\w-]+=).+/s
const flag = /^--?[\w-]+$/
const password = /(:\/\/[^/\s:@]*:)[^/\s@]+@/
const queryValue = /([?&][^=&#\s?]+=)[^&#\s]+/g

interface Cut {
  readonly offset: number
  readonly length: number
  readonly text: string
}

/** An unreadable text is hidden completely. */
export function maskedText(text: string): string {
  const plain = text.replace(/^\uFEFF/, '')
  if (plain.trim() === '') return plain
  const cuts: Cut[] = []
  try {
    collect(parseConfigText(plain), false, cuts)
  } catch {
    return ''
  }
  visit(plain, { onComment: (offset, length) => hideInComment(plain, offset, length, cuts) })
  cuts.sort((one, other) => other.offset - one.offset)
  return cuts.reduce(
    (shown, { offset, length, text: cut }) => shown.slice(0, offset) + cut + shown.slice(offset + length),
    plain,
  )
}

function collect(node: Node, isSecret: boolean, cuts: Cut[]): void {
  // Everything that decides what a server runs stays visible, as in every preview, even if the server's name sounds
  // like a secret.
  const server = shownServer(node)
  const children = (node.children ?? []).filter((child) => server === null || !cutPart(child, server, cuts))
  if (node.type === 'property') {
    const [name, value] = children
    const key = String(name?.value)
    if (value !== undefined) collect(value, isSecret || secretParts.has(key) || secretNamePattern.test(key), cuts)
    return
  }
  if (node.type === 'string') {
    const shown = isSecret ? hidden : JSON.stringify(shownText(String(node.value)))
    if (isSecret || shown !== JSON.stringify(node.value))
      cuts.push({ offset: node.offset, length: node.length, text: shown })
    return
  }
  for (const [place, child] of children.entries()) {
    const before: unknown = node.type === 'array' ? children[place - 1]?.value : undefined
    collect(child, isSecret || (typeof before === 'string' && flag.test(before) && secretWord.test(before)), cuts)
  }
}

/** Whether this member is part of a launch. If so, its texts are replaced by what previews show. */
function cutPart({ children }: Node, server: Readonly<Record<string, unknown>>, cuts: Cut[]): boolean {
  const [name, value] = children ?? []
  const shown = Object.hasOwn(server, String(name?.value)) ? server[String(name?.value)] : undefined
  if (value === undefined || shown === undefined) return false
  cutTexts(value, shown, cuts)
  return true
}

function cutTexts(node: Node, shown: unknown, cuts: Cut[]): void {
  if (node.type === 'string' && typeof shown === 'string' && shown !== node.value)
    cuts.push({ offset: node.offset, length: node.length, text: JSON.stringify(shown) })
  for (const [place, child] of (node.children ?? []).entries()) {
    const [name, value] = child.type === 'property' ? (child.children ?? []) : [undefined, child]
    const key = name === undefined ? place : String(name.value)
    if (value !== undefined) cutTexts(value, Reflect.get(Object(shown), key), cuts)
  }
}

function shownText(text: string): string {
  const masked = (whole: string, name: string) => (secretWord.test(name) ? `${name}•••` : whole)
  return text.replace(argument, masked).replace(password, '$1•••@').replace(queryValue, masked)
}

/** Hides secrets in a comment: people comment out entries that they do not need now, with all secrets in them. */
function hideInComment(text: string, offset: number, length: number, cuts: Cut[]): void {
  const comment = text.slice(offset, offset + length)
  const shown = comment.replace(/("[^"\n]*"\s*:\s*)"(?:[^"\\\n]|\\.)*"/g, `$1${hidden}`)
  if (shown !== comment) cuts.push({ offset, length, text: shown })
}
