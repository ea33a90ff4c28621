import { useMemo } from 'react'
import { isAskedByServer, type Question } from '#contract/question'
import { useQuestionsState } from '#renderer/model/questions/useQuestions.tsx'

/** The other calls of a conversation ask in their own cards. */
const isServers = ({ body, caller }: Question) => isAskedByServer(body) || caller.name !== null

/** What servers ask during the calls of a conversation, and calls by their pages. */
export function useServerQuestions(conversationId: string): readonly Question[] {
  const { open } = useQuestionsState()
  return open.filter((question) => question.conversationId === conversationId && isServers(question))
}

/** The conversations in which a server asks something. */
export function useAskingConversations(): ReadonlySet<string | null> {
  const { open } = useQuestionsState()
  return useMemo(() => new Set(open.filter(isServers).map(({ conversationId }) => conversationId)), [open])
}
