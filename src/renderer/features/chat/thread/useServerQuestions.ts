import { useMemo } from 'react'
import { isAskedByServer, type Question } from '#contract/question'
import { useQuestionsState } from '#renderer/model/questions/useQuestions.tsx'

/** All other questions of a conversation are shown in the cards of their calls. */
const isServers = ({ body, caller }: Question) => isAskedByServer(body) || caller.name !== null

/** The questions that servers ask during a conversation's calls, and those about calls by pages. */
export function useServerQuestions(conversationId: string): readonly Question[] {
  const { open } = useQuestionsState()
  return open.filter((question) => question.conversationId === conversationId && isServers(question))
}

/** The conversations in which a server asks something. */
export function useAskingConversations(): ReadonlySet<string | null> {
  const { open } = useQuestionsState()
  return useMemo(() => new Set(open.filter(isServers).map(({ conversationId }) => conversationId)), [open])
}
