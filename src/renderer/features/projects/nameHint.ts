/** What follows for clients from a name that is being typed: addresses have the name of a project in them. Words only. Pure. */
import type { Project } from '#contract/project'
import { visibleText } from '#renderer/ui/text/visibleText.ts'

type NamedProject = Pick<Project, 'id' | 'name' | 'formerNames'>

/** `project`: the one that is changed; null: a new one. Undefined: nothing is to be said. */
export function nameHint(
  project: NamedProject | null,
  typed: string,
  projects: readonly NamedProject[],
): string | undefined {
  const name = typed.trim()
  if (name === '' || name === project?.name) return undefined
  const sentences: string[] = []
  if (project !== null)
    sentences.push(
      `Clients that use the address of ${visibleText(project.name)} go on: it leads here until another project is called so.`,
    )
  const former = projects.find(({ id, formerNames }) => id !== project?.id && formerNames.includes(name))
  if (former !== undefined)
    sentences.push(
      `${visibleText(former.name)} was called ${visibleText(name)} before, and clients may still use that address for it. It will lead here.`,
    )
  return sentences.length === 0 ? undefined : sentences.join(' ')
}
