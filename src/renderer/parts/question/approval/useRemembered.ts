import { useNavigate } from '@tanstack/react-router'
import type { AnswerInput, Question } from '#contract/question'
import { useEngine } from '#renderer/client/engine.ts'
import { useProjectNames } from '#renderer/model/projects/useProjects.ts'
import { useQuestions } from '#renderer/model/questions/useQuestions.tsx'
import {
  decisionsMade,
  keptAnswer,
  type KeptAnswer,
  rememberedWords,
} from '#renderer/parts/question/approval/remembered.ts'
import { useAttempt } from '#renderer/ui/overlay/useAttempt.ts'

/** Shows what Switchboard remembers after an answer, with Undo and a link to all decisions. */
export function useRemembered(question: Question): (answer: AnswerInput) => void {
  const { api } = useEngine()
  const { say, hide } = useQuestions()
  const attempt = useAttempt()
  const navigate = useNavigate()
  const projects = useProjectNames()
  const undo = async (answer: KeptAnswer, words: string) => {
    const isUndone = await attempt('Could not undo this', async () => {
      for (const { id } of decisionsMade(question, answer, await api.decisions.list()))
        await api.decisions.remove({ id })
    })
    if (isUndone) say({ title: words.replace('Remembered:', 'No longer remembered:') })
  }
  return (answer) => {
    const kept = keptAnswer(answer)
    if (kept === null || question.body.kind !== 'approval') return
    const words = rememberedWords(question.body, kept, projects.get(question.projectId ?? ''))
    const openPermissions = () => {
      hide()
      void navigate({ to: '/settings', search: { section: 'permissions' } })
    }
    say({
      title: words,
      action: { label: 'Undo', run: () => void undo(kept, words) },
      more: { label: 'Permissions', run: openPermissions },
    })
  }
}
