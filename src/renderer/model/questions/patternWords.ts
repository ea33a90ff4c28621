/** A pattern in words. The same words are used where a pattern is offered and where it is listed. Pure. */
import type { ArgumentPattern, ArgumentRule } from '#contract/decision'
import { visibleText } from '#renderer/ui/text/visibleText.ts'

const relations: Readonly<Record<ArgumentRule['is'], string>> = { equal: 'is', startsWith: 'starts with' }

function ruleText(rule: ArgumentRule): string {
  const where = rule.path.join('.')
  return `${where} ${relations[rule.is]} ${JSON.stringify(rule.value)}`
}

export function patternClause(pattern: ArgumentPattern): string {
  return pattern.map(ruleText).join(' and ')
}

export function patternText({ pattern }: { readonly pattern: ArgumentPattern | null }): string {
  return pattern === null ? 'every call' : visibleText(`calls where ${patternClause(pattern)}`)
}
