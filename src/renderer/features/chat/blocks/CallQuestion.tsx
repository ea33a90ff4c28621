import type { ToolCallBlock } from '#contract/chat/chat'
import { waitingWords } from '#renderer/features/chat/blocks/toolCallWords.ts'
import type { CallRunner } from '#renderer/features/chat/conversation/callRunner.ts'
import { QuestionCard } from '#renderer/parts/question/card/QuestionCard.tsx'
import { useQuestion } from '#renderer/model/questions/useQuestions.tsx'

/** A call that continues only after a person has answered. */
export function CallQuestion({ block, runner }: { block: ToolCallBlock; runner: CallRunner }) {
  const question = useQuestion(block.questionId)
  if (question !== undefined)
    return (
      <div data-question={question.id} className="border-t border-line px-3.5 py-3">
        <QuestionCard question={question} />
      </div>
    )
  return (
    <p data-question={block.questionId ?? ''} className="px-3 pb-2.5 text-sm text-warn">
      {waitingWords(block, runner)}
    </p>
  )
}
