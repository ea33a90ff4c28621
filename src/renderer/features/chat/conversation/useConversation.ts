/** The conversation that is open, for everything that is drawn of it. */
import { createContext, useContext, useMemo, useSyncExternalStore } from 'react'
import type { ConversationState, OpenConversation } from '#renderer/features/chat/conversation/conversationState.ts'
import { createConversationStore } from '#renderer/features/chat/conversation/conversationStore.ts'
import { useEngine } from '#renderer/client/engine.ts'

export interface FollowedConversation {
  readonly state: ConversationState
  readonly readOlder: () => Promise<void>
}

export function useConversation(id: string): FollowedConversation {
  const { api } = useEngine()
  const store = useMemo(() => createConversationStore(api.chat, id), [api, id])
  return { state: useSyncExternalStore(store.subscribe, store.state), readOlder: store.readOlder }
}

const OpenContext = createContext<OpenConversation['conversation'] | null>(null)
export const OpenConversationProvider = OpenContext.Provider

/** What is known of the open conversation beside its messages. */
export function useOpenConversation() {
  const conversation = useContext(OpenContext)
  if (conversation === null) throw new Error('useOpenConversation needs an OpenConversationProvider above it')
  return conversation
}
