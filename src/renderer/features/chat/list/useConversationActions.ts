/** Actions on a whole conversation. */
import { useNavigate } from '@tanstack/react-router'
import { useMemo } from 'react'
import type { ConversationSummary } from '#contract/chat/chat'
import { noTimeout } from '#renderer/client/api.ts'
import { useEngine } from '#renderer/client/engine.ts'
import { saveText } from '#renderer/ui/text/saveText.ts'
import { useToasts } from '#renderer/ui/overlay/Toasts.tsx'
import { useAttempt } from '#renderer/ui/overlay/useAttempt.ts'
import { visibleText } from '#renderer/ui/text/visibleText.ts'
import { writeClipboard } from '#renderer/ui/text/writeClipboard.ts'

export type NamedConversation = Pick<ConversationSummary, 'id' | 'title' | 'pinned'>
export type ExportFormat = 'markdown' | 'json'

export interface ConversationActions {
  rename(id: string, title: string): Promise<void>
  setPinned(id: string, pinned: boolean): Promise<void>
  remove(conversation: NamedConversation, isOpen: boolean): Promise<void>
  save(id: string, format: ExportFormat): Promise<void>
  copy(id: string): Promise<void>
}

export function titleOf({ title }: Pick<ConversationSummary, 'title'>): string {
  return title === '' ? 'New conversation' : visibleText(title)
}

export function useConversationActions(): ConversationActions {
  const { api, cache, queries } = useEngine()
  const { show } = useToasts()
  const attempt = useAttempt()
  const navigate = useNavigate()
  return useMemo(() => {
    const listKey = queries.chat.list.key()
    const change = async (failure: string, act: () => Promise<unknown>) => {
      await attempt(failure, act)
      await cache.invalidateQueries({ queryKey: listKey })
    }
    return {
      rename: (id, title) => change('Could not rename the conversation', () => api.chat.update({ id, title })),
      setPinned: (id, pinned) =>
        change(pinned ? 'Could not pin the conversation' : 'Could not unpin the conversation', () =>
          api.chat.update({ id, pinned }),
        ),
      remove: (conversation, isOpen) =>
        change('Could not delete the conversation', async () => {
          const { id } = conversation
          await api.chat.remove({ id })
          if (isOpen) await navigate({ to: '/chat' })
          const restore = async () => {
            await api.chat.restore({ id })
            if (isOpen) await navigate({ to: '/chat/$id', params: { id } })
          }
          show({
            title: `Deleted ${titleOf(conversation)}`,
            action: { label: 'Undo', run: () => void change('Could not restore the conversation', restore) },
          })
        }),
      async save(id, format) {
        await attempt('Could not export the conversation', async () => {
          const { name, text } = await api.chat.export({ id, format }, noTimeout)
          saveText(name, text)
        })
      },
      async copy(id) {
        await attempt('Could not copy the conversation', async () => {
          const { text } = await api.chat.export({ id, format: 'markdown' }, noTimeout)
          await writeClipboard(text)
          show({ title: 'Copied as Markdown' })
        })
      },
    }
  }, [api, cache, queries, show, attempt, navigate])
}
