/** Actions on the open conversation. A toast shows a failure. The results arrive as events from the engine. */
import { createContext, type ReactNode, useContext, useMemo } from 'react'
import type { ConversationChange, Part, Resumption, WaitingPart } from '#contract/chat/chat'
import { noTimeout } from '#renderer/client/api.ts'
import { useEngine } from '#renderer/client/engine.ts'
import { useAttempt } from '#renderer/ui/overlay/useAttempt.ts'

export interface ChatActions {
  /** `parentId`: the message to answer; absent: the newest. Resolves with whether the message was sent. */
  send(parts: readonly Part[], parentId?: string | null): Promise<boolean>
  /**
   * Sends the message when the running turn ends, or immediately if none is running. Without parts: sends the message
   * that is already waiting.
   */
  sendNext(parts: readonly Part[]): Promise<boolean>
  /** Takes back the waiting message and resolves with its parts. Null: the message could not be taken back. */
  takeBackNext(): Promise<readonly WaitingPart[] | null>
  stop(): Promise<boolean>
  stopTool(toolUseId: string): Promise<boolean>
  regenerate(messageId: string): Promise<boolean>
  selectBranch(messageId: string): Promise<boolean>
  resume(wishes?: Omit<Resumption, 'id'>): Promise<boolean>
  update(change: ConversationChange): Promise<boolean>
}

const ActionsContext = createContext<ChatActions | null>(null)

export function useChatActions(): ChatActions {
  const actions = useContext(ActionsContext)
  if (actions === null) throw new Error('useChatActions needs a ChatActionsProvider above it')
  return actions
}

export function ChatActionsProvider({ id, children }: { id: string; children: ReactNode }) {
  const { api } = useEngine()
  const attempt = useAttempt()
  const actions = useMemo<ChatActions>(
    () => ({
      send: (parts, parentId) =>
        attempt('Could not send the message', () =>
          // The engine reads the resources first, which may start servers. So the call has no time limit.
          api.chat.send({ id, parts: [...parts], ...(parentId !== undefined && { parentId }) }, noTimeout),
        ),
      sendNext: (parts) =>
        attempt('Could not send the message', () => api.chat.sendNext({ id, parts: [...parts] }, noTimeout)),
      takeBackNext: async () => {
        let taken: readonly WaitingPart[] | null = null
        await attempt('Could not take the message back', async () => {
          taken = (await api.chat.takeBackNext({ id })).parts
        })
        return taken
      },
      stop: () => attempt('Could not stop the response', () => api.chat.stop({ id })),
      stopTool: (toolUseId) => attempt('Could not cancel this call', () => api.chat.stopTool({ id, toolUseId })),
      regenerate: (messageId) =>
        attempt('Could not regenerate the response', () => api.chat.regenerate({ id, messageId })),
      selectBranch: (messageId) =>
        attempt('Could not show the other branch', () => api.chat.selectBranch({ id, messageId })),
      resume: (wishes) => attempt('Could not continue the turn', () => api.chat.resume({ id, ...wishes })),
      update: (change) => attempt('Could not change the conversation', () => api.chat.update({ id, ...change })),
    }),
    [api, id, attempt],
  )
  return <ActionsContext value={actions}>{children}</ActionsContext>
}
