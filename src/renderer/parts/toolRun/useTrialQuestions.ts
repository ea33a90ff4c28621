import { useMemo } from 'react'
import type { Question } from '#contract/question'
import { isOfTrial } from '#renderer/model/questions/isOfTrial.ts'
import { useQuestionsState } from '#renderer/model/questions/useQuestions.tsx'

const none: readonly Question[] = []

/** The questions that servers ask during calls made by hand. */
export function useTrialQuestions(isRunning: boolean): readonly Question[] {
  const { open } = useQuestionsState()
  return useMemo(() => (isRunning ? open.filter(isOfTrial) : none), [open, isRunning])
}
