/** One conversation: its header, its messages, and the message box. */
import { useParams } from '@tanstack/react-router'
import { PanelLeft } from 'lucide-react'
import { memo, useEffect, useEffectEvent, useState } from 'react'
import type { Conversation } from '#contract/chat/chat'
import { AppScopeProvider } from '#renderer/features/chat/apps/appScope.tsx'
import { Composer } from '#renderer/features/chat/composer/Composer.tsx'
import type { OpenConversation } from '#renderer/features/chat/conversation/conversationState.ts'
import { isBusy } from '#renderer/features/chat/conversation/isBusy.ts'
import { ChatActionsProvider, useChatActions } from '#renderer/features/chat/conversation/useChatActions.tsx'
import { useConversation } from '#renderer/features/chat/conversation/useConversation.ts'
import { ConversationMenu } from '#renderer/features/chat/list/ConversationMenu.tsx'
import { useListDrawer } from '#renderer/features/chat/list/listDrawer.ts'
import { RenameBox } from '#renderer/features/chat/list/RenameBox.tsx'
import { titleOf } from '#renderer/features/chat/list/useConversationActions.ts'
import { EmptyConversation } from '#renderer/features/chat/start/EmptyConversation.tsx'
import { Thread } from '#renderer/features/chat/thread/Thread.tsx'
import { ThreadAnnouncer } from '#renderer/features/chat/thread/ThreadAnnouncer.tsx'
import { usageDetail, usageText } from '#renderer/features/chat/thread/message/usageText.ts'
import { useProjectNames } from '#renderer/model/projects/useProjects.ts'
import { EmptyNote } from '#renderer/ui/notes/EmptyNote.tsx'
import { isSomethingOpen } from '#renderer/ui/overlay/isSomethingOpen.ts'
import { IconButton } from '#renderer/ui/controls/IconButton.tsx'
import { LinkButton } from '#renderer/ui/controls/LinkButton.tsx'
import { visibleText } from '#renderer/ui/text/visibleText.ts'

/** Memoized, so that the header is not rendered again for every word of a response. */
const Head = memo(function Head({ conversation }: { conversation: Conversation }) {
  const [renaming, setRenaming] = useState(false)
  const openDrawer = useListDrawer()
  const projects = useProjectNames()
  const project = projects.size < 2 ? undefined : projects.get(conversation.projectId)
  const used = usageText(conversation.usage)
  return (
    <header className="flex h-12 shrink-0 items-center gap-2 border-b border-line pr-3 pl-5 max-lg:pl-2.5">
      <IconButton
        label="Conversations"
        icon={<PanelLeft aria-hidden="true" />}
        onClick={openDrawer}
        className="lg:hidden"
      />
      <div className="min-w-0 flex-1">
        {renaming ? (
          <RenameBox conversation={conversation} onDone={() => setRenaming(false)} />
        ) : (
          <h2 className="truncate font-semibold">{titleOf(conversation)}</h2>
        )}
      </div>
      {project !== undefined && (
        <span
          data-conversation-project=""
          className="max-w-40 shrink-0 truncate text-xs text-muted"
          title="This conversation uses the tools of this project"
        >
          <span className="sr-only">Project: </span>
          {visibleText(project)}
        </span>
      )}
      {used !== null && (
        <span
          className="shrink-0 text-xs text-muted tabular-nums max-sm:hidden"
          title={usageDetail(conversation.usage)}
        >
          {used}
        </span>
      )}
      <ConversationMenu conversation={conversation} isOpen onRename={() => setRenaming(true)} />
    </header>
  )
})

/** Escape stops the response, wherever the focus is. If something is open, Escape closes that instead. */
function useStopKey(isRunning: boolean, onStop: () => Promise<unknown>): void {
  const stop = useEffectEvent(() => void onStop())
  useEffect(() => {
    if (!isRunning) return
    const onKeyDown = (event: KeyboardEvent) => {
      if (event.key !== 'Escape' || event.defaultPrevented || isSomethingOpen()) return
      event.preventDefault()
      stop()
    }
    window.addEventListener('keydown', onKeyDown)
    return () => window.removeEventListener('keydown', onKeyDown)
  }, [isRunning])
}

function Open({ open, readOlder }: { open: OpenConversation; readOlder: () => Promise<void> }) {
  const actions = useChatActions()
  const { conversation, messages } = open
  useStopKey(isBusy(conversation.run), () => actions.stop())
  return (
    <AppScopeProvider conversationId={conversation.id} projectId={conversation.projectId}>
      <section
        aria-label={titleOf(conversation)}
        data-run-kind={conversation.run.kind}
        data-focus-home=""
        className="flex h-full min-h-0 flex-col bg-surface"
      >
        <Head conversation={conversation} />
        {messages.length === 0 ? (
          <EmptyConversation conversation={conversation} />
        ) : (
          <Thread open={open} readOlder={readOlder} />
        )}
        <Composer conversation={conversation} />
        <ThreadAnnouncer messages={messages} />
      </section>
    </AppScopeProvider>
  )
}

function Followed({ id }: { id: string }) {
  const { state, readOlder } = useConversation(id)
  switch (state.kind) {
    case 'opening':
      return <div role="status" aria-busy="true" aria-label="Loading conversation" className="h-full bg-surface" />
    case 'removed':
      return (
        <div className="h-full bg-surface p-5">
          <EmptyNote action={<LinkButton to="/chat">New conversation</LinkButton>}>
            This conversation was deleted.
          </EmptyNote>
        </div>
      )
    case 'open':
      return <Open open={state} readOlder={readOlder} />
  }
}

export function ConversationView() {
  const { id } = useParams({ from: '/chat/$id' })
  return (
    <ChatActionsProvider key={id} id={id}>
      <Followed id={id} />
    </ChatActionsProvider>
  )
}
