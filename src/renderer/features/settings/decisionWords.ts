/** A remembered decision in words. Pure. */
import type { ArgumentRule, Decision } from '#contract/decision'

function ruleText(rule: ArgumentRule): string {
  const where = rule.path.join('.')
  return rule.is === 'equal'
    ? `${where} is ${JSON.stringify(rule.value)}`
    : `${where} begins with ${JSON.stringify(rule.value)}`
}

export function patternText({ pattern }: Pick<Decision, 'pattern'>): string {
  return pattern === null ? 'every call' : `calls where ${pattern.map(ruleText).join(' and ')}`
}

export function scopeText({ scope }: Pick<Decision, 'scope'>, projectName: string | null): string {
  switch (scope) {
    case 'conversation':
      return 'in one conversation'
    case 'project':
      return projectName === null ? 'in one project' : `in ${projectName}`
    case 'always':
      return 'everywhere'
  }
}
