/** The chat: the list of conversations, and beside it the open one. On a narrow page the list is a drawer. */
import { Outlet, useParams } from '@tanstack/react-router'
import { Dialog } from 'radix-ui'
import { useCallback, useRef, useState } from 'react'
import { ConversationList } from '#renderer/features/chat/list/ConversationList.tsx'
import { ListDrawerProvider } from '#renderer/features/chat/list/listDrawer.ts'
import { LinkGuard } from '#renderer/features/chat/markdown/LinkGuard.tsx'
import { ModelSourceDialogs } from '#renderer/features/chat/source/ModelSourceDialogs.tsx'
import { Overlay } from '#renderer/ui/overlay/Overlay.tsx'

function Drawer({ openId, onClose }: { openId: string | null; onClose: () => void }) {
  const content = useRef<HTMLDivElement>(null)
  return (
    <Overlay
      onClose={onClose}
      aria-describedby={undefined}
      onOpenAutoFocus={(event) => {
        const search = content.current?.querySelector<HTMLElement>('input[type=search]')
        if (search === null || search === undefined) return
        event.preventDefault()
        search.focus()
      }}
      ref={content}
      className="fixed inset-y-0 left-0 z-40 w-[min(20rem,86vw)] animate-appear bg-canvas shadow-float outline-none"
    >
      <Dialog.Title className="sr-only">Conversations</Dialog.Title>
      <ConversationList openId={openId} onOpen={onClose} />
    </Overlay>
  )
}

const nothing = () => {}

export function ChatPage() {
  const openId: string | null = useParams({ strict: false }).id ?? null
  const [drawer, setDrawer] = useState(false)
  const openDrawer = useCallback(() => setDrawer(true), [])
  return (
    <LinkGuard>
      <ModelSourceDialogs>
        <ListDrawerProvider value={openDrawer}>
          <main className="grid min-h-0 min-w-0 lg:grid-cols-[17rem_minmax(0,1fr)]">
            <h1 className="sr-only">Chat</h1>
            <div className="hidden min-h-0 border-r border-line bg-canvas lg:block">
              <ConversationList openId={openId} onOpen={nothing} />
            </div>
            <div className="min-h-0 min-w-0">
              <Outlet />
            </div>
          </main>
          {drawer && <Drawer openId={openId} onClose={() => setDrawer(false)} />}
        </ListDrawerProvider>
      </ModelSourceDialogs>
    </LinkGuard>
  )
}
