/** Around every page: says that something waits for the person, and shows all of it when they want to see it. */
import { useParams } from '@tanstack/react-router'
import { lazy, Suspense, useEffect, useEffectEvent, useState } from 'react'
import type { Question } from '#contract/question'
import { questionTitle } from '#renderer/features/questions/card/questionWords.ts'
import { useQuestions, useQuestionsState } from '#renderer/features/questions/feed/useQuestions.tsx'
import { useToasts } from '#renderer/ui/Toasts.tsx'

const QuestionPanel = lazy(() =>
  import('#renderer/features/questions/tray/QuestionPanel.tsx').then((module) => ({ default: module.QuestionPanel })),
)

function wordsFor(asked: readonly Question[]): string {
  const [first] = asked
  return asked.length === 1 && first !== undefined ? questionTitle(first) : `${asked.length} questions wait for you`
}

/** What is asked while the person is elsewhere. */
function useArrivals(): string {
  const { store, shown, show } = useQuestions()
  const { show: toast } = useToasts()
  const [said, setSaid] = useState('')
  const conversationId: string | null = useParams({ strict: false }).id ?? null
  const isSeen = (question: Question) =>
    shown.open || (question.conversationId !== null && question.conversationId === conversationId)
  const arrived = useEffectEvent((asked: readonly Question[]) => {
    const elsewhere = asked.filter((question) => !isSeen(question))
    if (elsewhere.length < asked.length) setSaid(wordsFor(asked))
    if (elsewhere.length === 0) return
    const id = elsewhere.length === 1 ? (elsewhere[0]?.id ?? null) : null
    toast({ title: wordsFor(elsewhere), action: { label: 'Look', run: () => show(id) } })
  })
  useEffect(() => store.onAsked((asked) => arrived(asked)), [store])
  return said
}

export function QuestionTray() {
  const { shown, hide } = useQuestions()
  // It is this that attends, whatever page is open.
  useQuestionsState()
  const said = useArrivals()
  return (
    <>
      <div aria-live="polite" className="sr-only" data-question-announcer="">
        {said}
      </div>
      <Suspense>{shown.open && <QuestionPanel first={shown.id} onClose={hide} />}</Suspense>
    </>
  )
}
