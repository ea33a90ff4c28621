/** The order of projects everywhere: by name, sorted the same way on every machine. */
import type { Project } from '#contract/project'

type Named = Pick<Project, 'id' | 'name'>

export function inOrder(one: Named, other: Named): number {
  return one.name.localeCompare(other.name, 'en') || (one.id < other.id ? -1 : 1)
}
