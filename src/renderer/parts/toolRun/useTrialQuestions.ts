import { useMemo } from 'react'
import type { Question } from '#contract/question'
import { isOfTrial } from '#renderer/model/questions/isOfTrial.ts'
import { useQuestionsState } from '#renderer/model/questions/useQuestions.tsx'

const none: readonly Question[] = []

/** What servers ask during the calls that a person makes by hand. */
export function useTrialQuestions(isRunning: boolean): readonly Question[] {
  const { open } = useQuestionsState()
  return useMemo(() => (isRunning ? open.filter(isOfTrial) : none), [open, isRunning])
}
