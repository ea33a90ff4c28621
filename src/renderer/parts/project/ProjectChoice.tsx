import { useProjects } from '#renderer/model/projects/useProjects.ts'
import { Choice } from '#renderer/ui/form/Field.tsx'
import { visibleText } from '#renderer/ui/text/visibleText.ts'
import type { ComponentProps } from 'react'

type ChoiceProps = Omit<ComponentProps<typeof Choice>, 'value' | 'onChange' | 'children'>

export interface ProjectChoiceProps extends ChoiceProps {
  value: string
  /** Only those to which servers can be added: what mirrors a file is changed in its file. */
  isForNew?: boolean
  onChange: (projectId: string) => void
}

/** One of the projects. */
export function ProjectChoice({ value, isForNew = false, onChange, ...rest }: ProjectChoiceProps) {
  const { data = [] } = useProjects()
  const projects = data.filter((project) => !isForNew || project.file === null)
  return (
    <Choice {...rest} value={value} onChange={(event) => onChange(event.target.value)}>
      {projects.map((project) => (
        <option key={project.id} value={project.id}>
          {visibleText(project.name)}
        </option>
      ))}
    </Choice>
  )
}

export interface ProjectScopeChoiceProps extends ChoiceProps {
  /** Null: all of them. */
  value: string | null
  onChange: (projectId: string | null) => void
}

/** All projects, or one of them alone. */
export function ProjectScopeChoice({ value, onChange, ...rest }: ProjectScopeChoiceProps) {
  const { data: projects = [] } = useProjects()
  return (
    <Choice
      {...rest}
      value={value ?? ''}
      onChange={(event) => onChange(event.target.value === '' ? null : event.target.value)}
    >
      <option value="">All projects</option>
      {projects.map((project) => (
        <option key={project.id} value={project.id}>
          Only {visibleText(project.name)}
        </option>
      ))}
    </Choice>
  )
}
