/** A name for a copy that no project has. Pure. */
import type { Project } from '#contract/project'

const longest = 90

export function freeName({ name }: Pick<Project, 'name'>, projects: readonly Pick<Project, 'name'>[]): string {
  const taken = new Set(projects.map((project) => project.name))
  const base = `${name.slice(0, longest)} copy`
  let wanted = base
  for (let number = 2; taken.has(wanted); number += 1) wanted = `${base} ${number}`
  return wanted
}
