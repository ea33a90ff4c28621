/** Projects, clients and settings. */
import { useQuery } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { Copy, KeyRound, Layers, MonitorSmartphone, Settings, SlidersHorizontal } from 'lucide-react'
import type { ProjectSnapshot } from '#contract/project'
import { reveal } from '#renderer/app/palette/entries/reveal.ts'
import { settingNames } from '#renderer/app/palette/entries/settingNames.ts'
import type { PaletteEntry } from '#renderer/app/palette/paletteEntry.ts'
import { useEngine } from '#renderer/client/engine.ts'
import { useProjectDialogs } from '#renderer/features/projects/ProjectDialogs.tsx'
import { settingsSections } from '#renderer/features/settings/settingsSections.ts'
import { chooseProject } from '#renderer/model/projects/chosenProject.ts'
import { useProjects } from '#renderer/model/projects/useProjects.ts'
import { visibleText } from '#renderer/ui/text/visibleText.ts'

const none: readonly never[] = []

function useProjectEntries(): PaletteEntry[] {
  const { data: projects = none } = useProjects()
  const dialogs = useProjectDialogs()
  return projects.flatMap((project: ProjectSnapshot) => {
    const name = visibleText(project.name)
    const entry = (id: string, title: string, icon: typeof Layers, run: () => void): PaletteEntry => ({
      id: `${id}-${project.id}`,
      group: 'Projects',
      title,
      icon,
      run,
    })
    return [
      entry('project', `Show project ${name}`, Layers, () => chooseProject(project.id)),
      entry('project-settings', `Project settings: ${name}`, SlidersHorizontal, () => dialogs.editProject(project)),
      entry('project-duplicate', `Duplicate project ${name}`, Copy, () => dialogs.duplicateProject(project)),
    ]
  })
}

function useClientEntries(): PaletteEntry[] {
  const { queries } = useEngine()
  const navigate = useNavigate()
  const { data: programs = none } = useQuery(queries.clients.list.queryOptions({ input: {} }))
  const { data: own = none } = useQuery(queries.access.list.queryOptions())
  return [
    ...own.map((client): PaletteEntry => ({
      id: `access-${client.id}`,
      group: 'Clients',
      title: visibleText(client.name),
      hint: 'with its own token',
      icon: KeyRound,
      run: () => void navigate({ to: '/clients', search: { change: client.id } }),
    })),
    ...programs
      .filter(({ files }) => files.length > 0)
      .map(({ client, title }): PaletteEntry => ({
        id: `client-${client}`,
        group: 'Clients',
        title,
        hint: 'on this machine',
        icon: MonitorSmartphone,
        run: () => void navigate({ to: '/clients' }).then(() => reveal(`[data-client="${CSS.escape(client)}"]`)),
      })),
  ]
}

function useSettingEntries(): PaletteEntry[] {
  const navigate = useNavigate()
  const titles = new Map<string, string>(settingsSections.map(({ id, title }) => [id, title]))
  return [
    ...settingsSections.map(({ id, title }): PaletteEntry => ({
      id: `settings-${id}`,
      group: 'Settings',
      title: `Settings: ${title}`,
      icon: Settings,
      run: () => void navigate({ to: '/settings', search: { section: id } }),
    })),
    ...settingNames.map(([section, title]): PaletteEntry => ({
      id: `setting-${section}-${title}`,
      group: 'Settings',
      title,
      hint: `Settings: ${titles.get(section) ?? section}`,
      also: ['settings'],
      icon: SlidersHorizontal,
      run: () =>
        void navigate({ to: '/settings', search: { section } }).then(() =>
          reveal(`[data-setting="${CSS.escape(title)}"]`),
        ),
    })),
  ]
}

export function usePlaceEntries(): PaletteEntry[] {
  return [...useProjectEntries(), ...useClientEntries(), ...useSettingEntries()]
}
