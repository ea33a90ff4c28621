import type { ToolCallBlock } from '#contract/chat/chat'
import { useAppPlace } from '#renderer/features/chat/apps/appPlace.tsx'
import { asksPerson } from '#renderer/features/chat/blocks/toolCallWords.ts'
import { useServerQuestions } from '#renderer/features/chat/thread/useServerQuestions.ts'

/** Whether a call goes on only when the person has answered its server. */
export function useIsAsked(block: ToolCallBlock): boolean {
  const { conversationId } = useAppPlace()
  return asksPerson(block, useServerQuestions(conversationId))
}
