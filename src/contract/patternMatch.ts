/**
 * Checks whether a decision covers a call's arguments. An allowance is read narrowly, a denial broadly. In doubt, a
 * person is asked, or the call is refused. Pure.
 */
import type { ArgumentPattern, ArgumentRule, DecisionEffect } from '#contract/decision'
import { staysWithin } from '#contract/places/allowance'
import { mayReach } from '#contract/places/denial'

export function matchesPattern(pattern: ArgumentPattern, args: unknown, effect: DecisionEffect): boolean {
  return pattern.every((rule) => matchesRule(rule, args, effect))
}

function matchesRule(rule: ArgumentRule, args: unknown, effect: DecisionEffect): boolean {
  const found = valueAt(args, rule.path)
  return effect === 'deny' ? isDenied(rule, found) : isAllowed(rule, found)
}

function isAllowed({ is, value }: ArgumentRule, found: unknown): boolean {
  switch (is) {
    case 'equal':
      return found === value
    case 'startsWith':
      return typeof found === 'string' && staysWithin(value, found)
  }
}

/** Checks each item of a list, because some servers accept a list where a single value is expected. */
function isDenied(rule: ArgumentRule, found: unknown): boolean {
  if (Array.isArray(found)) return found.some((one) => isDenied(rule, one))
  if (typeof found !== 'string' || typeof rule.value !== 'string') return found === rule.value
  return mayReach(rule.value, found, rule.is === 'equal')
}

function valueAt(args: unknown, path: readonly string[]): unknown {
  let found = args
  for (const key of path) {
    if (typeof found !== 'object' || found === null || !Object.hasOwn(found, key)) return undefined
    found = (found as Readonly<Record<string, unknown>>)[key]
  }
  return found
}
