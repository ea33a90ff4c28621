import { createContext, useContext, useMemo } from 'react'
import type { Message, ToolCallBlock } from '#contract/chat'

const MessagesContext = createContext<readonly Message[]>([])
export const ThreadMessagesProvider = MessagesContext.Provider

/** The calls with these ids, as far as they are loaded. */
export function useThreadCalls(toolUseIds: readonly string[]): readonly ToolCallBlock[] {
  const messages = useContext(MessagesContext)
  return useMemo(() => {
    const wanted = new Set(toolUseIds)
    return messages.flatMap((message) =>
      message.blocks.filter((block) => block.kind === 'toolCall').filter((call) => wanted.has(call.toolUseId)),
    )
  }, [messages, toolUseIds])
}
