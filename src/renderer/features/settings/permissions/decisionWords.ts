/** Where a remembered decision applies, in words. Pure. */
import type { Decision } from '#contract/decision'

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
