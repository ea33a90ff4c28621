import { useState } from 'react'
import type { AnswerInput } from '#contract/question'
import { useQuestions } from '#renderer/model/questions/useQuestions.tsx'
import { useAttempt } from '#renderer/ui/overlay/useAttempt.ts'

/** Answers a question once; `sending` until the outcome is known. */
export function useAnswer(id: string) {
  const { store } = useQuestions()
  const attempt = useAttempt()
  const [sending, setSending] = useState(false)
  const answer = async (given: AnswerInput) => {
    setSending(true)
    await attempt('Could not answer', () => store.answer(id, given))
    setSending(false)
  }
  return { sending, answer: (given: AnswerInput) => void answer(given) }
}
