/** The name of a project, with a menu of its actions. */
import { useNavigate } from '@tanstack/react-router'
import { ChevronDown, Copy, Server, SlidersHorizontal, Trash2 } from 'lucide-react'
import { defaultProjectId } from '#contract/mainProject'
import type { ProjectSnapshot } from '#contract/project'
import { chooseProject } from '#renderer/model/projects/chosenProject.ts'
import { useProjectDialogs } from '#renderer/features/projects/ProjectDialogs.tsx'
import { useProjectActions } from '#renderer/features/projects/useProjectActions.ts'
import { Menu } from '#renderer/ui/overlay/Menu.tsx'
import { visibleText } from '#renderer/ui/text/visibleText.ts'

export function ProjectMenu({ project, tabIndex }: { project: ProjectSnapshot; tabIndex: number }) {
  const dialogs = useProjectDialogs()
  const actions = useProjectActions()
  const navigate = useNavigate()
  const name = visibleText(project.name)
  const canRemove = project.file === null && project.id !== defaultProjectId
  return (
    <Menu
      trigger={
        <button
          type="button"
          data-landing=""
          tabIndex={tabIndex}
          aria-label={`Project ${name}`}
          title={name}
          // Arrow down moves to the next cell of the grid. Enter and Space open the menu.
          onKeyDown={(event) => event.key === 'ArrowDown' && event.preventDefault()}
          className="flex h-7 max-w-full min-w-0 items-center gap-1 rounded-md px-1.5 font-semibold hover:bg-hover data-[state=open]:bg-hover"
        >
          <span className="truncate">{name}</span>
          <ChevronDown aria-hidden="true" className="size-3.5 shrink-0 text-muted" />
        </button>
      }
      entries={[
        {
          label: 'Settings',
          icon: <SlidersHorizontal aria-hidden="true" />,
          run: () => dialogs.editProject(project),
        },
        { label: 'Duplicate', icon: <Copy aria-hidden="true" />, run: () => dialogs.duplicateProject(project) },
        {
          label: 'Show servers',
          icon: <Server aria-hidden="true" />,
          run: () => {
            chooseProject(project.id)
            void navigate({ to: '/servers' })
          },
        },
        ...(canRemove
          ? [
              {
                label: 'Remove',
                icon: <Trash2 aria-hidden="true" />,
                run: () => void actions.remove(project),
                danger: true,
              },
            ]
          : []),
      ]}
    />
  )
}
