import { useProjects } from '#renderer/model/projects/useProjects.ts'
import { OptionChoice, type OptionChoiceProps } from '#renderer/ui/form/OptionChoice.tsx'
import { visibleText } from '#renderer/ui/text/visibleText.ts'

type ChoiceProps = Omit<OptionChoiceProps<string>, 'value' | 'options' | 'onChange'>

export interface ProjectChoiceProps extends ChoiceProps {
  value: string
  /**
   * True: offers only projects to which servers can be added. File projects are left out, because they are changed in
   * their file.
   */
  isForNew?: boolean
  onChange: (projectId: string) => void
}

export function ProjectChoice({ value, isForNew = false, onChange, ...rest }: ProjectChoiceProps) {
  const { data = [] } = useProjects()
  const projects = data.filter((project) => !isForNew || project.file === null)
  return (
    <OptionChoice
      {...rest}
      value={value}
      options={projects.map((project) => ({ value: project.id, title: visibleText(project.name) }))}
      onChange={onChange}
    />
  )
}

export interface ProjectScopeChoiceProps extends ChoiceProps {
  /** Null: all projects. */
  value: string | null
  onChange: (projectId: string | null) => void
}

/** Chooses one project or all projects. */
export function ProjectScopeChoice({ value, onChange, ...rest }: ProjectScopeChoiceProps) {
  const { data: projects = [] } = useProjects()
  return (
    <OptionChoice
      {...rest}
      value={value ?? ''}
      options={[
        { value: '', title: 'All projects' },
        ...projects.map((project) => ({ value: project.id, title: `Only ${visibleText(project.name)}` })),
      ]}
      onChange={(next) => onChange(next === '' ? null : next)}
    />
  )
}
