import { useMemo } from 'react'
import type { Message, ToolCallBlock } from '#contract/chat'

/** The calls with these ids, as far as they are loaded. */
export function useThreadCalls(messages: readonly Message[], toolUseIds: readonly string[]): readonly ToolCallBlock[] {
  return useMemo(() => {
    const wanted = new Set(toolUseIds)
    return messages.flatMap((message) =>
      message.blocks.filter((block) => block.kind === 'toolCall').filter((call) => wanted.has(call.toolUseId)),
    )
  }, [messages, toolUseIds])
}
