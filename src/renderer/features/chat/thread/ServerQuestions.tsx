import { QuestionCard } from '#renderer/features/questions/card/QuestionCard.tsx'
import { useQuestionsState } from '#renderer/features/questions/feed/useQuestions.tsx'

/** What servers ask during the calls of this conversation. Calls that have to be allowed ask in their own cards. */
export function ServerQuestions({ conversationId }: { conversationId: string }) {
  const { open } = useQuestionsState()
  const own = open.filter((question) => question.conversationId === conversationId && question.body.kind !== 'approval')
  return own.map((question) => (
    <div key={question.id} className="mt-2 rounded-lg border border-line bg-raised p-3.5">
      <QuestionCard question={question} surroundings={own.length} />
    </div>
  ))
}
