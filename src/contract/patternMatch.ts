/**
 * Whether the arguments of a call are those that a decision is about. What an allowance says is taken narrowly, what a
 * denial says is taken widely: in doubt a person is asked, or the call is refused. Pure.
 */
import type { ArgumentPattern, ArgumentRule, DecisionEffect } from '#contract/decision'

export function matchesPattern(pattern: ArgumentPattern, args: unknown, effect: DecisionEffect): boolean {
  return pattern.every((rule) => matchesRule(rule, args, effect))
}

function matchesRule(rule: ArgumentRule, args: unknown, effect: DecisionEffect): boolean {
  const found = valueAt(args, rule.path)
  if (rule.is === 'equal') return found === rule.value
  if (typeof found !== 'string' || !found.startsWith(rule.value)) return false
  return effect === 'deny' || staysWithin(rule.value, found.slice(rule.value.length))
}

function valueAt(args: unknown, path: readonly string[]): unknown {
  let found = args
  for (const key of path) {
    if (typeof found !== 'object' || found === null || !Object.hasOwn(found, key)) return undefined
    found = (found as Readonly<Record<string, unknown>>)[key]
  }
  return found
}

/** What ends a word: of an address or a folder, or of a line of words. */
const endOfSegment = /^[/\\?#]/
const endOfWord = /^[\s/\\?#]/
const climbs = /(?:^|[/\\])(?:\.|%2e){2}(?:[/\\]|$)/i
/** Encoded separators, and what begins a second command in a shell or a database. */
const breaksOut = /[\p{Cc};&|<>$`]|%2f|%5c/iu

/** `/srv/data` allows `/srv/data/one`, and neither `/srv/database` nor `/srv/data/../other`. */
function staysWithin(beginning: string, rest: string): boolean {
  if (rest === '') return true
  const isAddress = /[/\\]/.test(beginning)
  const wordEnds = /[/\\?#\s]$/.test(beginning) || (isAddress ? endOfSegment : endOfWord).test(rest)
  return wordEnds && !breaksOut.test(rest) && !climbs.test(rest)
}
