import { useState } from 'react'
import type { AnswerInput } from '#contract/question'
import { useQuestions } from '#renderer/model/questions/useQuestions.tsx'
import { useAttempt } from '#renderer/ui/overlay/useAttempt.ts'

/** Answers a question once. `sending` until the outcome is known. `onAnswered` is called with an accepted answer. */
export function useAnswer(id: string, onAnswered: (given: AnswerInput) => void = () => undefined) {
  const { store } = useQuestions()
  const attempt = useAttempt()
  const [sending, setSending] = useState(false)
  const answer = async (given: AnswerInput) => {
    setSending(true)
    if (await attempt('Could not send your answer', () => store.answer(id, given))) onAnswered(given)
    setSending(false)
  }
  return { sending, answer: (given: AnswerInput) => void answer(given) }
}
