/** A pattern in words: the same where it is offered and where it is remembered. Pure. */
import type { ArgumentPattern, ArgumentRule } from '#contract/decision'
import { visibleText } from '#renderer/ui/text/visibleText.ts'

function ruleText(rule: ArgumentRule): string {
  const where = rule.path.join('.')
  return rule.is === 'equal'
    ? `${where} is ${JSON.stringify(rule.value)}`
    : `${where} begins with ${JSON.stringify(rule.value)}`
}

export function patternText({ pattern }: { readonly pattern: ArgumentPattern | null }): string {
  return pattern === null ? 'every call' : visibleText(`calls where ${pattern.map(ruleText).join(' and ')}`)
}
