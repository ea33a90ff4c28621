import type { Question } from '#contract/question'
import { useQuestionsState } from '#renderer/features/questions/feed/useQuestions.tsx'

/** What servers ask during the calls of a conversation, and what their pages call: other calls ask in their own cards. */
export function useServerQuestions(conversationId: string): readonly Question[] {
  const { open } = useQuestionsState()
  return open.filter(
    ({ conversationId: of, body, caller }) =>
      of === conversationId && (body.kind !== 'approval' || caller.name !== null),
  )
}
