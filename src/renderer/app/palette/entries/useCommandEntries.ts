/** Commands that concern no single server, and the pages. */
import { useNavigate } from '@tanstack/react-router'
import {
  ClipboardCopy,
  FileDown,
  Keyboard,
  KeyRound,
  Layers,
  Monitor,
  Moon,
  Plus,
  ShieldQuestion,
  SquarePen,
  Sun,
} from 'lucide-react'
import type { PaletteEntry } from '#renderer/app/palette/paletteEntry.ts'
import { pages } from '#renderer/app/pages.ts'
import { useEngine } from '#renderer/client/engine.ts'
import { useProjectDialogs } from '#renderer/features/projects/ProjectDialogs.tsx'
import { chooseProject } from '#renderer/model/projects/chosenProject.ts'
import { useQuestions } from '#renderer/model/questions/useQuestions.tsx'
import { useServerDialogs } from '#renderer/model/servers/serverDialogs.ts'
import { useToasts } from '#renderer/ui/overlay/Toasts.tsx'
import { useAttempt } from '#renderer/ui/overlay/useAttempt.ts'
import { chooseTheme, type ThemeChoice } from '#renderer/ui/page/theme.ts'
import { writeClipboard } from '#renderer/ui/text/writeClipboard.ts'

const themes: readonly [ThemeChoice, string, typeof Sun][] = [
  ['light', 'Light theme', Sun],
  ['dark', 'Dark theme', Moon],
  ['system', 'System theme', Monitor],
]

export function useCommandEntries(onHelp: () => void): PaletteEntry[] {
  const { api } = useEngine()
  const { show } = useToasts()
  const attempt = useAttempt()
  const dialogs = useServerDialogs()
  const projectDialogs = useProjectDialogs()
  const navigate = useNavigate()
  const { show: showQuestions } = useQuestions()
  const copy = (what: string, read: () => Promise<string | undefined>) =>
    attempt(`Could not copy the ${what}`, async () => {
      const text = await read()
      if (text !== undefined) await writeClipboard(text)
      show({ title: text === undefined ? 'No port is open, so there is nothing to copy' : `Copied the ${what}` })
    })
  const commands: Omit<PaletteEntry, 'group'>[] = [
    { id: 'new-conversation', title: 'New conversation', icon: SquarePen, run: () => void navigate({ to: '/chat' }) },
    { id: 'add', title: 'Add a server', icon: Plus, keys: 'N', run: () => dialogs.addServer() },
    {
      id: 'import',
      title: 'Import a configuration file',
      icon: FileDown,
      keys: 'I',
      run: () => dialogs.importServers(),
    },
    { id: 'add-project', title: 'New project', icon: Plus, run: () => projectDialogs.addProject() },
    { id: 'all-projects', title: 'Show all projects', icon: Layers, run: () => chooseProject(null) },
    {
      id: 'questions',
      title: 'Show what is waiting for you',
      icon: ShieldQuestion,
      keys: 'W',
      run: () => showQuestions(null),
    },
    { id: 'help', title: 'Keyboard shortcuts', icon: Keyboard, keys: '?', run: onHelp },
    {
      id: 'copy-address',
      title: 'Copy the endpoint address',
      icon: ClipboardCopy,
      run: () => void copy('endpoint address', async () => (await api.app.info()).endpoint?.url),
    },
    {
      id: 'copy-token',
      title: 'Copy the access token',
      icon: KeyRound,
      run: () => void copy('access token', async () => (await api.app.token()).token),
    },
    ...themes.map(([choice, title, icon]) => ({
      id: `theme-${choice}`,
      title,
      icon,
      run: () => chooseTheme(choice),
    })),
  ]
  return [
    ...commands.map((command): PaletteEntry => ({ ...command, group: 'Commands' })),
    ...pages.map(({ id, to, title, icon, keys }): PaletteEntry => ({
      id: `to-${id}`,
      group: 'Pages',
      title: `Go to ${title}`,
      icon,
      keys,
      run: () => void navigate({ to }),
    })),
  ]
}
