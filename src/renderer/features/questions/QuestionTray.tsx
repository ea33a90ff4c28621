/** Shown on every page: says that questions are waiting for the person, and opens the panel with all of them. */
import { useParams } from '@tanstack/react-router'
import { useCallback, useEffect, useEffectEvent, useRef, useState } from 'react'
import type { Question } from '#contract/question'
import { isOfTrial } from '#renderer/model/questions/isOfTrial.ts'
import { questionTitle } from '#renderer/parts/question/card/questionWords.ts'
import { useQuestions, useQuestionsState } from '#renderer/model/questions/useQuestions.tsx'
import { useToasts } from '#renderer/ui/overlay/Toasts.tsx'
import { onDemand } from '#renderer/ui/page/onDemand.tsx'

const QuestionPanel = onDemand(
  () => import('#renderer/features/questions/QuestionPanel.tsx').then((module) => module.QuestionPanel),
  { ahead: true },
)

function wordsFor(asked: readonly Question[]): string {
  const [first] = asked
  return asked.length === 1 && first !== undefined
    ? questionTitle(first)
    : `${asked.length} questions are waiting for you`
}

interface ShownArrival {
  readonly about: readonly Question[]
  readonly close: () => void
}

/**
 * Announces new questions while the person is elsewhere, until they are seen or settled. Returns the text for screen
 * readers.
 */
function useArrivals(): string {
  const { store, shown, show } = useQuestions()
  const { show: toast } = useToasts()
  const arrivals = useRef<ShownArrival[]>([])
  const [said, setSaid] = useState('')
  const openId: string | null = useParams({ strict: false }).id ?? null
  const isSeen = useCallback(
    (question: Question) =>
      shown.open || isOfTrial(question) || (question.conversationId !== null && question.conversationId === openId),
    [shown.open, openId],
  )
  const arrived = useEffectEvent((asked: readonly Question[]) => {
    const elsewhere = asked.filter((question) => !isSeen(question))
    if (elsewhere.length < asked.length) setSaid(wordsFor(asked))
    if (elsewhere.length === 0) return
    const id = elsewhere.length === 1 ? (elsewhere[0]?.id ?? null) : null
    const close = toast({ title: wordsFor(elsewhere), action: { label: 'Show', run: () => show(id) } })
    arrivals.current.push({ about: elsewhere, close })
  })
  useEffect(() => store.onAsked((asked) => arrived(asked)), [store])
  const { open } = useQuestionsState()
  useEffect(() => {
    const isOver = ({ about }: ShownArrival) => !about.some((question) => open.includes(question) && !isSeen(question))
    for (const arrival of arrivals.current) if (isOver(arrival)) arrival.close()
    arrivals.current = arrivals.current.filter((arrival) => !isOver(arrival))
  }, [open, isSeen])
  return said
}

export function QuestionTray() {
  const { shown, hide } = useQuestions()
  const said = useArrivals()
  return (
    <>
      <div aria-live="polite" className="sr-only" data-question-announcer="">
        {said}
      </div>
      {shown.open && <QuestionPanel first={shown.id} onClose={hide} />}
    </>
  )
}
