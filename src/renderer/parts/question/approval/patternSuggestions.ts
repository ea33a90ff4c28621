/** Suggests patterns to remember, made from the arguments of one call. Each pattern matches this call. Pure. */
import type { ArgumentPattern, ArgumentRule } from '#contract/decision'
import { redactedMark } from '#contract/redaction'
import { matchesPattern } from '#contract/patternMatch'

interface Leaf {
  readonly path: string[]
  readonly value: string | number | boolean | null
}

const maxSuggestions = 6
const maxLeaves = 12
const maxDepth = 4
const maxExactLength = 200
const climbs = /(?:^|[/\\])\.\.[/\\]/
const plainWord = /^\w[\w./:@+-]*$/
const commandName = /^(?:command|cmd|script|sql|query)$/i

/** Collects the values in the arguments. False: a value cannot be matched by a rule. */
function leavesOf(value: unknown, path: string[], leaves: Leaf[]): boolean {
  // The page does not know the redacted value, so no rule can contain it.
  if (typeof value === 'string' && value.includes(redactedMark)) return false
  if (value === null || typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean') {
    leaves.push({ path, value })
    return true
  }
  if (typeof value !== 'object' || Array.isArray(value) || path.length >= maxDepth) return false
  let whole = true
  for (const [key, inner] of Object.entries(value)) whole = leavesOf(inner, [...path, key], leaves) && whole
  return whole
}

function beginning({ path, value }: Leaf): ArgumentRule[] {
  const begins = typeof value === 'string' ? beginningOf(value, path.at(-1) ?? '') : null
  return begins === null ? [] : [{ is: 'startsWith', path, value: begins }]
}

function beginningOf(text: string, name: string): string | null {
  if (/^https?:\/\//i.test(text)) return URL.canParse(text) ? `${new URL(text).origin}/` : null
  const folder = /^((?:[/~]|\.{1,2}\/|[a-z]:[/\\]).*[/\\])[^/\\]*$/i.exec(text)?.[1]
  if (folder !== undefined) return isWholeDisk(folder) || climbs.test(folder) ? null : folder
  if (!commandName.test(name)) return null
  const [first, second] = text.trim().split(/\s+/)
  // A single word, such as `rm`, does not say enough about the command.
  return plainWord.test(first ?? '') && plainWord.test(second ?? '') ? `${first} ${second}` : null
}

function isWholeDisk(folder: string): boolean {
  return /^(?:\/|~\/|\.{1,2}\/|[a-z]:[/\\])$/i.test(folder)
}

/** The suggestions, most useful first: the start of a path or an address, then a single value, then all values. */
export function patternSuggestions(args: Readonly<Record<string, unknown>>): ArgumentPattern[] {
  const leaves: Leaf[] = []
  const whole = leavesOf(args, [], leaves)
  const usable = leaves.filter(({ value }) => typeof value !== 'string' || value.length <= maxExactLength)
  const exact = usable.slice(0, maxLeaves).map(({ path, value }): ArgumentRule => ({ is: 'equal', path, value }))
  const single: ArgumentPattern[] = [...leaves.flatMap(beginning), ...exact].map((rule) => [rule])
  const all = whole && exact.length === leaves.length && exact.length > 1 ? [exact] : []
  const fitting = [...single.slice(0, maxSuggestions - all.length), ...all]
  return fitting.filter((pattern) => matchesPattern(pattern, args, 'allow'))
}

export interface PatternPreview {
  readonly about: readonly string[]
  readonly notAbout: readonly string[]
}

/** Examples of values that the pattern matches, and of values that it does not match. */
export function patternPreview(pattern: ArgumentPattern): PatternPreview {
  const [rule] = pattern
  if (pattern.length !== 1 || rule === undefined || rule.is !== 'startsWith') return { about: [], notAbout: [] }
  const { value } = rule
  const bare = value.replace(/[/\\]$/, '')
  const others =
    bare === value
      ? [`${value} one`, `${value} one; another`, `${value}2`]
      : [`${value}another`, `${value}../another`, `${bare}2/another`]
  const isAbout = (text: string) => matchesPattern([{ ...rule, path: ['value'] }], { value: text }, 'allow')
  return { about: others.filter(isAbout), notAbout: others.filter((text) => !isAbout(text)) }
}
