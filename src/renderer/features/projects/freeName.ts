/** A free name for a copy of a project. Pure. */
import type { Project } from '#contract/project'

const maxBaseLength = 90

export function freeName({ name }: Pick<Project, 'name'>, projects: readonly Pick<Project, 'name'>[]): string {
  const taken = new Set(projects.map((project) => project.name))
  const base = `${name.slice(0, maxBaseLength)} copy`
  let wanted = base
  for (let number = 2; taken.has(wanted); number += 1) wanted = `${base} ${number}`
  return wanted
}
