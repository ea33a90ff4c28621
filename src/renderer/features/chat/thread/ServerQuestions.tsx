import { QuestionCard } from '#renderer/features/questions/card/QuestionCard.tsx'
import { useQuestionsState } from '#renderer/features/questions/feed/useQuestions.tsx'

/** What servers ask during the calls of this conversation, and what their pages call: other calls ask in their own cards. */
export function ServerQuestions({ conversationId }: { conversationId: string }) {
  const { open } = useQuestionsState()
  const own = open.filter(
    ({ conversationId: of, body, caller }) =>
      of === conversationId && (body.kind !== 'approval' || caller.name !== null),
  )
  return own.map((question) => (
    <div key={question.id} className="mt-2 rounded-lg border border-line bg-raised p-3.5">
      <QuestionCard question={question} surroundings={own.length} />
    </div>
  ))
}
