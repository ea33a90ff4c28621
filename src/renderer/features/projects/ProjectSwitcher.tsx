/** Chooses the project that the window shows, and leads to its settings. */
import { Check, ChevronsUpDown, Layers, Plus, SlidersHorizontal } from 'lucide-react'
import { DropdownMenu } from 'radix-ui'
import { chooseProject, useChosenProject } from '#renderer/model/projects/chosenProject.ts'
import { useProjectDialogs } from '#renderer/features/projects/ProjectDialogs.tsx'
import { useProjects } from '#renderer/model/projects/useProjects.ts'
import { leftToKeeper } from '#renderer/ui/focus/leftToKeeper.ts'
import { Tooltip } from '#renderer/ui/overlay/Tooltip.tsx'
import { visibleText } from '#renderer/ui/text/visibleText.ts'

const all = 'all projects'
const itemLook =
  'flex h-8 items-center gap-2 rounded-md px-2 text-sm outline-none data-highlighted:bg-hover [&_svg]:size-4 [&_svg]:shrink-0'

export function ProjectSwitcher() {
  const { data: projects = [] } = useProjects()
  const chosen = useChosenProject()
  const dialogs = useProjectDialogs()
  const title = chosen === null ? 'All projects' : visibleText(chosen.name)
  return (
    <DropdownMenu.Root modal={false}>
      <Tooltip text={`Project: ${title}`} side="right">
        <DropdownMenu.Trigger
          aria-label={`Project: ${title}`}
          className="mb-2 flex h-8 w-full min-w-0 items-center gap-2 rounded-md border border-line bg-raised px-2 text-sm transition-colors hover:bg-hover data-[state=open]:bg-hover max-md:justify-center max-md:border-transparent max-md:bg-transparent [&_svg]:size-4 [&_svg]:shrink-0 [&_svg]:text-muted"
        >
          <Layers aria-hidden="true" />
          <span className="min-w-0 flex-1 truncate text-left max-md:sr-only">{title}</span>
          <ChevronsUpDown aria-hidden="true" className="max-md:hidden" />
        </DropdownMenu.Trigger>
      </Tooltip>
      <DropdownMenu.Portal>
        <DropdownMenu.Content
          {...leftToKeeper}
          align="start"
          sideOffset={4}
          collisionPadding={8}
          className="z-50 max-h-[70vh] w-60 animate-appear overflow-y-auto rounded-lg bg-raised p-1 shadow-float"
        >
          <DropdownMenu.RadioGroup
            value={chosen?.id ?? all}
            onValueChange={(id) => chooseProject(id === all ? null : id)}
          >
            {[{ id: all, name: 'All projects' }, ...projects].map((project) => (
              <DropdownMenu.RadioItem key={project.id} value={project.id} className={itemLook}>
                <span className="min-w-0 flex-1 truncate">{visibleText(project.name)}</span>
                <DropdownMenu.ItemIndicator>
                  <Check aria-hidden="true" />
                </DropdownMenu.ItemIndicator>
              </DropdownMenu.RadioItem>
            ))}
          </DropdownMenu.RadioGroup>
          <DropdownMenu.Separator className="my-1 h-px bg-line" />
          {chosen !== null && (
            <DropdownMenu.Item className={itemLook} onSelect={() => dialogs.editProject(chosen)}>
              <SlidersHorizontal className="text-muted" aria-hidden="true" />
              Project settings
            </DropdownMenu.Item>
          )}
          <DropdownMenu.Item className={itemLook} onSelect={() => dialogs.addProject()}>
            <Plus className="text-muted" aria-hidden="true" />
            New project
          </DropdownMenu.Item>
        </DropdownMenu.Content>
      </DropdownMenu.Portal>
    </DropdownMenu.Root>
  )
}
