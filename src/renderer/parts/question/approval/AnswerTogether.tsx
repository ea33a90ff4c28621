/** Answers several waiting calls together. The answer is not remembered. */
import { Check, X } from 'lucide-react'
import { useRef, useState } from 'react'
import type { Question } from '#contract/question'
import { answeredTogether, togetherWords } from '#renderer/parts/question/approval/together.ts'
import { AnswerButton, GuardProvider } from '#renderer/parts/question/card/useGuard.tsx'
import { useQuestions } from '#renderer/model/questions/useQuestions.tsx'
import { useAttempt } from '#renderer/ui/overlay/useAttempt.ts'

export function AnswerTogether({ questions }: { questions: readonly Question[] }) {
  const { store } = useQuestions()
  const attempt = useAttempt()
  const card = useRef<HTMLDivElement>(null)
  const [sending, setSending] = useState(false)
  const approvals = answeredTogether(questions)
  if (approvals.length === 0) return null
  const answer = async (kind: 'allow' | 'deny') => {
    setSending(true)
    await attempt('Could not answer these calls', () =>
      Promise.all(approvals.map(({ id }) => store.answer(id, { kind }))),
    )
    setSending(false)
  }
  return (
    <GuardProvider card={card} surroundings={approvals.map(({ id }) => id).join()}>
      <div
        ref={card}
        role="group"
        aria-label={`${approvals.length} calls`}
        data-answer-together={approvals.length}
        className="flex flex-wrap items-center gap-2 rounded-lg border border-line bg-raised px-3.5 py-2.5 text-sm"
      >
        <p className="min-w-40 flex-1 break-words text-muted">{togetherWords(approvals)}</p>
        <AnswerButton size="small" look="primary" disabled={sending} onClick={() => void answer('allow')}>
          <Check className="size-4" aria-hidden="true" />
          Allow all {approvals.length} once
        </AnswerButton>
        <AnswerButton size="small" disabled={sending} onClick={() => void answer('deny')}>
          <X className="size-4" aria-hidden="true" />
          Deny all
        </AnswerButton>
      </div>
    </GuardProvider>
  )
}
