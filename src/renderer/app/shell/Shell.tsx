/** The frame around every page: navigation, palette, help, the link banner, and shortcuts. */
import { Outlet, useLocation, useNavigate } from '@tanstack/react-router'
import { useCallback, useEffect, useState } from 'react'
import { Announcer } from '#renderer/app/shell/Announcer.tsx'
import { LoadAhead } from '#renderer/app/shell/LoadAhead.tsx'
import { LinkBanner, useAbsence } from '#renderer/app/shell/LinkBanner.tsx'
import { pageTitle } from '#renderer/app/shell/pageTitle.ts'
import { Navigation } from '#renderer/app/shell/Navigation.tsx'
import { addresses, leadsToPage, type ShortcutName } from '#renderer/app/shortcuts/shortcuts.ts'
import { ShortcutsHelp } from '#renderer/app/shortcuts/ShortcutsHelp.tsx'
import { useShortcuts, useSingleKeys } from '#renderer/app/shortcuts/useShortcuts.ts'
import { ProjectDialogsProvider } from '#renderer/features/projects/ProjectDialogs.tsx'
import { QuestionsProvider, useQuestions, useQuestionsState } from '#renderer/model/questions/useQuestions.tsx'
import { QuestionTray } from '#renderer/features/questions/QuestionTray.tsx'
import { ServerDialogsProvider } from '#renderer/app/shell/ServerDialogs.tsx'
import { useServerDialogs } from '#renderer/model/servers/serverDialogs.ts'
import type { ToolKey } from '#renderer/model/tools/toolKey.ts'
import { onDemand } from '#renderer/ui/page/onDemand.tsx'

const CommandPalette = onDemand(
  () => import('#renderer/app/palette/CommandPalette.tsx').then((module) => module.CommandPalette),
  { ahead: true },
)
const PaletteTool = onDemand(() => import('#renderer/app/palette/PaletteTool.tsx').then((module) => module.PaletteTool))

function goToSearch(): void {
  const boxes = [...document.querySelectorAll<HTMLInputElement>('[data-search]')]
  boxes.findLast((box) => box.checkVisibility())?.focus()
}

/** Whether the chat is open. Letters typed there are text, not shortcuts. */
function useInChat(): boolean {
  return useLocation({ select: ({ pathname }) => /^\/chat(\/|$)/.test(pathname) })
}

/** The title tells a person in another tab or window that something is waiting. */
function useTitle(): void {
  const pathname = useLocation({ select: (location) => location.pathname })
  const { open } = useQuestionsState()
  const title = pageTitle(pathname, open.length)
  useEffect(() => {
    document.title = title
  }, [title])
}

type Over = 'nothing' | 'palette' | 'help'

function Frame() {
  const dialogs = useServerDialogs()
  const { show: showQuestions } = useQuestions()
  const navigate = useNavigate()
  const [over, setOver] = useState<Over>('nothing')
  const [tool, setTool] = useState<ToolKey | null>(null)
  const [singleKeys, setSingleKeys] = useSingleKeys()
  const help = useCallback(() => setOver('help'), [])
  const run = useCallback(
    (name: ShortcutName) => {
      if (leadsToPage(name)) {
        void navigate({ to: addresses[name] })
        return
      }
      switch (name) {
        case 'palette':
          return setOver((current) => (current === 'palette' ? 'nothing' : 'palette'))
        case 'help':
          return help()
        case 'addServer':
          return dialogs.addServer()
        case 'importServers':
          return dialogs.importServers()
        case 'search':
          return goToSearch()
        case 'questions':
          return showQuestions(null)
      }
    },
    [dialogs, help, navigate, showQuestions],
  )
  const writing = useInChat()
  const absence = useAbsence()
  useTitle()
  useShortcuts({ singleKeys: singleKeys && over === 'nothing', writing, run })
  return (
    <div
      data-stale={absence === 'lost' || undefined}
      className="grid h-full grid-cols-[3.25rem_minmax(0,1fr)] grid-rows-[auto_minmax(0,1fr)] md:grid-cols-[13rem_minmax(0,1fr)] [&>main]:transition-[filter,opacity] data-stale:[&>main]:opacity-70 data-stale:[&>main]:saturate-0"
    >
      <LinkBanner absence={absence} />
      <Navigation keysAct={singleKeys && !writing} onPalette={() => setOver('palette')} onHelp={help} />
      <Outlet />
      <Announcer />
      <LoadAhead />
      <QuestionTray />
      <ShortcutsHelp
        open={over === 'help'}
        onOpenChange={(open) => setOver(open ? 'help' : 'nothing')}
        singleKeys={singleKeys}
        onSingleKeys={setSingleKeys}
      />
      {over === 'palette' && <CommandPalette onClose={() => setOver('nothing')} onHelp={help} onTool={setTool} />}
      {tool !== null && <PaletteTool wanted={tool} onClose={() => setTool(null)} />}
    </div>
  )
}

export function Shell() {
  return (
    <ProjectDialogsProvider>
      <ServerDialogsProvider>
        <QuestionsProvider>
          <Frame />
        </QuestionsProvider>
      </ServerDialogsProvider>
    </ProjectDialogsProvider>
  )
}
