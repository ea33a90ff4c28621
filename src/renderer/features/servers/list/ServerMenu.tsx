/** The entries of a server's menu. They are rendered when the menu opens. */
import { useNavigate } from '@tanstack/react-router'
import { RotateCw, ScrollText, SlidersHorizontal, Stethoscope, Trash2, Unplug, Wrench } from 'lucide-react'
import type { ServerSnapshot } from '#contract/servers/server'
import { rowRepairs } from '#renderer/features/servers/list/rowRepairs.ts'
import { useChosenProject } from '#renderer/model/projects/chosenProject.ts'
import { useIsOfFile } from '#renderer/model/projects/useProjects.ts'
import { useServerDialogs } from '#renderer/model/servers/serverDialogs.ts'
import { useServerActions } from '#renderer/model/servers/useServerActions.ts'
import { useRepairs } from '#renderer/parts/server/repair/useRepairs.ts'
import { MenuEntries } from '#renderer/ui/overlay/Menu.tsx'
import { visibleText } from '#renderer/ui/text/visibleText.ts'

export function ServerMenu({ server }: { server: ServerSnapshot }) {
  const chosen = useChosenProject()
  const actions = useServerActions()
  const dialogs = useServerDialogs()
  const navigate = useNavigate()
  const isOfFile = useIsOfFile(server.projects)
  const { actions: repairs } = useRepairs(server, rowRepairs(server))
  const showLog = () => void navigate({ to: '/servers/$slug', params: { slug: server.slug }, search: { tab: 'log' } })
  return (
    <MenuEntries
      entries={[
        ...repairs.map(({ title, run }) => ({ label: title, icon: <Wrench aria-hidden="true" />, run })),
        ...(isOfFile
          ? []
          : [
              {
                label: 'Settings',
                icon: <SlidersHorizontal aria-hidden="true" />,
                run: () => dialogs.editServer(server),
              },
            ]),
        {
          label: 'Restart',
          icon: <RotateCw aria-hidden="true" />,
          run: () => void actions.restart(server),
          disabled: !server.enabled,
        },
        { label: 'Diagnose', icon: <Stethoscope aria-hidden="true" />, run: () => dialogs.examine(server) },
        { label: 'Show log', icon: <ScrollText aria-hidden="true" />, run: showLog },
        ...(chosen === null || isOfFile
          ? []
          : [
              {
                label: `Remove from ${visibleText(chosen.name)}`,
                icon: <Unplug aria-hidden="true" />,
                run: () => void actions.takeOut(server, chosen),
              },
            ]),
        {
          label: server.projects.length > 1 ? 'Remove from all projects' : 'Remove',
          icon: <Trash2 aria-hidden="true" />,
          run: () => void actions.remove(server),
          danger: true,
        },
      ]}
    />
  )
}
