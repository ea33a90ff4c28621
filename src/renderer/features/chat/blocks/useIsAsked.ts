import type { ToolCallBlock } from '#contract/chat/chat'
import { useAppScope } from '#renderer/features/chat/apps/appScope.tsx'
import { asksPerson } from '#renderer/features/chat/blocks/toolCallWords.ts'
import { useServerQuestions } from '#renderer/features/chat/thread/useServerQuestions.ts'

/** Whether a call continues only after the person has answered its server. */
export function useIsAsked(block: ToolCallBlock): boolean {
  const { conversationId } = useAppScope()
  return asksPerson(block, useServerQuestions(conversationId))
}
