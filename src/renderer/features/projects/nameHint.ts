/** Says what a new project name changes for clients, whose addresses contain it. Pure. */
import type { Project } from '#contract/project'
import { visibleText } from '#renderer/ui/text/visibleText.ts'

type NamedProject = Pick<Project, 'id' | 'name' | 'formerNames'>

/** `project`: the project being edited; null: a new one. Undefined: no hint. */
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
      `Clients can still use the address of ${visibleText(project.name)}: it leads here until another project takes that name.`,
    )
  const former = projects.find(({ id, formerNames }) => id !== project?.id && formerNames.includes(name))
  if (former !== undefined)
    sentences.push(
      `${visibleText(former.name)} was called ${visibleText(name)} before, and clients may still use the address with that name. It will now lead here.`,
    )
  return sentences.length === 0 ? undefined : sentences.join(' ')
}
