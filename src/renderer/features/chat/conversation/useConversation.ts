/** The open conversation, followed as long as it is shown. */
import { useMemo, useSyncExternalStore } from 'react'
import type { ConversationState } from '#renderer/features/chat/conversation/conversationState.ts'
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
