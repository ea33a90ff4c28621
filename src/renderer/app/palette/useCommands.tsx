/** The commands of the palette, built from the current servers, projects and conversations. */
import { useQuery } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import {
  ClipboardCopy,
  Copy,
  FileDown,
  KeyRound,
  Keyboard,
  Layers,
  LogIn,
  MessageSquare,
  Monitor,
  Moon,
  Plus,
  Power,
  RotateCw,
  Server,
  Settings,
  ShieldQuestion,
  SlidersHorizontal,
  Stethoscope,
  Sun,
} from 'lucide-react'
import type { ReactNode } from 'react'
import { pages } from '#renderer/app/pages.ts'
import { chooseTheme, type ThemeChoice } from '#renderer/ui/page/theme.ts'
import { useEngine } from '#renderer/client/engine.ts'
import { chooseProject, isOn, isShown, useChosenProject } from '#renderer/model/projects/chosenProject.ts'
import { useProjectDialogs } from '#renderer/features/projects/ProjectDialogs.tsx'
import { useProjects } from '#renderer/model/projects/useProjects.ts'
import { useQuestions } from '#renderer/model/questions/useQuestions.tsx'
import { useServerDialogs } from '#renderer/model/servers/serverDialogs.ts'
import { needsSignIn } from '#renderer/model/servers/signInStatus.ts'
import { useServerActions } from '#renderer/model/servers/useServerActions.ts'
import { useServers } from '#renderer/model/servers/useServers.ts'
import { settingsSections } from '#renderer/features/settings/settingsSections.ts'
import { useToasts } from '#renderer/ui/overlay/Toasts.tsx'
import { useAttempt } from '#renderer/ui/overlay/useAttempt.ts'
import { visibleText } from '#renderer/ui/text/visibleText.ts'
import { writeClipboard } from '#renderer/ui/text/writeClipboard.ts'

export interface PageCommand {
  readonly id: string
  readonly group: string
  readonly title: string
  readonly icon: ReactNode
  readonly keys?: string
  readonly run: () => void
}

const maxConversations = 20

const themes: readonly [ThemeChoice, string, typeof Sun][] = [
  ['light', 'Light theme', Sun],
  ['dark', 'Dark theme', Moon],
  ['system', 'System theme', Monitor],
]

export function useCommands(onHelp: () => void): PageCommand[] {
  const { api, queries } = useEngine()
  const { data: servers = [] } = useServers()
  const shown = useChosenProject()
  const { show } = useToasts()
  const attempt = useAttempt()
  const actions = useServerActions()
  const dialogs = useServerDialogs()
  const navigate = useNavigate()
  const { show: showQuestions } = useQuestions()
  const projectDialogs = useProjectDialogs()
  const { data: projects = [] } = useProjects()
  const { data: recent } = useQuery(queries.chat.list.queryOptions({ input: { limit: maxConversations } }))
  const copy = (what: string, read: () => Promise<string | undefined>) =>
    attempt(`Could not copy the ${what}`, async () => {
      const text = await read()
      if (text !== undefined) await writeClipboard(text)
      show({ title: text === undefined ? 'No port is open, so there is nothing to copy' : `Copied the ${what}` })
    })
  const general: PageCommand[] = [
    ...pages.map(({ id, to, title, icon: Icon, keys }) => ({
      id: `to-${id}`,
      group: 'Pages',
      title: `Go to ${title}`,
      icon: <Icon />,
      keys,
      run: () => void navigate({ to }),
    })),
    ...settingsSections.map(({ id, title }) => ({
      id: `settings-${id}`,
      group: 'Pages',
      title: `Settings: ${title}`,
      icon: <Settings />,
      run: () => void navigate({ to: '/settings', search: { section: id } }),
    })),
    {
      id: 'add-project',
      group: 'Projects',
      title: 'New project',
      icon: <Plus />,
      run: () => projectDialogs.addProject(),
    },
    {
      id: 'all-projects',
      group: 'Projects',
      title: 'Show all projects',
      icon: <Layers />,
      run: () => chooseProject(null),
    },
    ...projects.flatMap((project) => [
      {
        id: `project-${project.id}`,
        group: 'Projects',
        title: `Show project ${visibleText(project.name)}`,
        icon: <Layers />,
        run: () => chooseProject(project.id),
      },
      {
        id: `project-settings-${project.id}`,
        group: 'Projects',
        title: `Project settings: ${visibleText(project.name)}`,
        icon: <SlidersHorizontal />,
        run: () => projectDialogs.editProject(project),
      },
      {
        id: `project-duplicate-${project.id}`,
        group: 'Projects',
        title: `Duplicate project ${visibleText(project.name)}`,
        icon: <Copy />,
        run: () => projectDialogs.duplicateProject(project),
      },
    ]),
    { id: 'add', group: 'Servers', title: 'Add a server', icon: <Plus />, keys: 'N', run: () => dialogs.addServer() },
    {
      id: 'import',
      group: 'Servers',
      title: 'Import a configuration file',
      icon: <FileDown />,
      keys: 'I',
      run: () => dialogs.importServers(),
    },
    {
      id: 'copy-address',
      group: 'Endpoint',
      title: 'Copy the endpoint address',
      icon: <ClipboardCopy />,
      run: () => void copy('endpoint address', async () => (await api.app.info()).endpoint?.url),
    },
    {
      id: 'copy-token',
      group: 'Endpoint',
      title: 'Copy the access token',
      icon: <KeyRound />,
      run: () => void copy('access token', async () => (await api.app.token()).token),
    },
    ...themes.map(([choice, title, Icon]) => ({
      id: `theme-${choice}`,
      group: 'Page',
      title,
      icon: <Icon />,
      run: () => chooseTheme(choice),
    })),
    {
      id: 'questions',
      group: 'Page',
      title: 'Show what is waiting for you',
      icon: <ShieldQuestion />,
      keys: 'W',
      run: () => showQuestions(null),
    },
    { id: 'help', group: 'Page', title: 'Keyboard shortcuts', icon: <Keyboard />, keys: '?', run: onHelp },
  ]
  const conversations = (recent?.conversations ?? [])
    .filter((one) => one.title !== '')
    .map((one) => ({
      id: `conversation-${one.id}`,
      group: 'Conversations',
      title: visibleText(one.title),
      icon: <MessageSquare />,
      run: () => void navigate({ to: '/chat/$id', params: { id: one.id } }),
    }))
  const perServer = servers.flatMap((server): PageCommand[] => {
    const name = visibleText(server.name)
    const { slug } = server
    // A server that is only in another project is switched there.
    const chosen = shown !== null && isShown(shown, server) ? shown : null
    const enabled = isOn(chosen, server)
    return [
      {
        id: `open-${slug}`,
        group: 'Open',
        title: `Open ${name}`,
        icon: <Server />,
        run: () => void navigate({ to: '/servers/$slug', params: { slug } }),
      },
      {
        id: `switch-${slug}`,
        group: 'Switch and restart',
        title: `Switch ${name} ${enabled ? 'off' : 'on'}`,
        icon: <Power />,
        run: () => void actions.setEnabled(server, !enabled, chosen?.id ?? null),
      },
      {
        id: `examine-${slug}`,
        group: 'Switch and restart',
        title: `Diagnose ${name}`,
        icon: <Stethoscope />,
        run: () => dialogs.examine(server),
      },
      {
        id: `edit-${slug}`,
        group: 'Open',
        title: `Server settings: ${name}`,
        icon: <SlidersHorizontal />,
        run: () => dialogs.editServer(server),
      },
      ...(needsSignIn(server)
        ? [
            {
              id: `sign-in-${slug}`,
              group: 'Open',
              title: `Sign in to ${name}`,
              icon: <LogIn />,
              run: () => void navigate({ to: '/servers/$slug', params: { slug } }),
            },
          ]
        : []),
      ...(enabled
        ? [
            {
              id: `restart-${slug}`,
              group: 'Switch and restart',
              title: `Restart ${name}`,
              icon: <RotateCw />,
              run: () => void actions.restart(server),
            },
          ]
        : []),
    ]
  })
  return [...general, ...conversations, ...perServer]
}
