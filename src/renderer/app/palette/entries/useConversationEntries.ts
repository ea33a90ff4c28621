/** Palette entries for conversations: by title, and by the typed text in their messages. */
import { useQuery } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { MessageSquare } from 'lucide-react'
import { useCallback, useMemo } from 'react'
import type { ConversationSummary } from '#contract/chat/chat'
import type { PaletteEntry } from '#renderer/app/palette/paletteEntry.ts'
import { useEngine } from '#renderer/client/engine.ts'
import { useDebounced } from '#renderer/ui/page/useDebounced.ts'
import { visibleText } from '#renderer/ui/text/visibleText.ts'

/** Only the newest conversations are indexed. The engine's search finds older ones. */
const maxIndexed = 200
const maxByContent = 8
const minTyped = 2
const searchRestMs = 150

function useEntryOf() {
  const navigate = useNavigate()
  return useCallback(
    ({ id, title, excerpt }: ConversationSummary): PaletteEntry => ({
      id: `conversation-${id}`,
      group: 'Conversations',
      title: visibleText(title),
      hint: excerpt === null ? undefined : visibleText(excerpt).replaceAll(/\s+/g, ' '),
      icon: MessageSquare,
      run: () => void navigate({ to: '/chat/$id', params: { id } }),
    }),
    [navigate],
  )
}

const hasTitle = ({ title }: ConversationSummary) => title !== ''

export function useConversationEntries(): PaletteEntry[] {
  const { queries } = useEngine()
  const entryOf = useEntryOf()
  const { data } = useQuery(queries.chat.list.queryOptions({ input: { limit: maxIndexed } }))
  return useMemo(() => (data?.conversations ?? []).filter(hasTitle).map(entryOf), [data, entryOf])
}

/** Conversations with the typed text in a title or a message. The search starts when typing pauses. */
export function useConversationsWith(typed: string): PaletteEntry[] {
  const { queries } = useEngine()
  const entryOf = useEntryOf()
  const text = typed.trim().slice(0, 256)
  const rested = useDebounced(text, searchRestMs)
  const { data } = useQuery({
    ...queries.chat.list.queryOptions({ input: { text: rested, limit: maxByContent } }),
    enabled: rested.length >= minTyped,
    gcTime: 0,
  })
  return rested === text ? (data?.conversations ?? []).filter(hasTitle).map(entryOf) : []
}
