import { useMemo } from 'react'
import type { Question } from '#contract/question'
import { useQuestionsState } from '#renderer/model/questions/useQuestions.tsx'

/** The approvals that a conversation's calls are waiting for. */
export function useConversationApprovals(conversationId: string): readonly Question[] {
  const { open } = useQuestionsState()
  return useMemo(
    () => open.filter((question) => question.conversationId === conversationId && question.body.kind === 'approval'),
    [open, conversationId],
  )
}
