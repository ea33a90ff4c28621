import { useServerQuestions } from '#renderer/features/chat/thread/useServerQuestions.ts'
import { QuestionCard } from '#renderer/parts/question/card/QuestionCard.tsx'

export function ServerQuestions({ conversationId }: { conversationId: string }) {
  const own = useServerQuestions(conversationId)
  return own.map((question) => (
    <div key={question.id} className="mt-2 rounded-lg border border-line bg-raised p-3.5">
      <QuestionCard question={question} surroundings={own.length} />
    </div>
  ))
}
