/** A waiting question: one line, or its whole card. */
import { Link } from '@tanstack/react-router'
import { ChevronRight } from 'lucide-react'
import type { Question } from '#contract/question'
import { QuestionCard } from '#renderer/parts/question/card/QuestionCard.tsx'
import { questionGist, questionLine, timeLeft } from '#renderer/parts/question/card/questionWords.ts'
import { useNow } from '#renderer/ui/page/useNow.ts'

export interface WaitingRowProps {
  question: Question
  unfolded: boolean
  surroundings: unknown
  onUnfold: () => void
  onLeave: () => void
}

export function WaitingRow({ question, unfolded, surroundings, onUnfold, onLeave }: WaitingRowProps) {
  const { conversationId, expiresAt } = question
  const now = useNow(!unfolded && expiresAt !== null)
  return (
    <li data-waiting-question={question.id} className="rounded-lg border border-line">
      {unfolded ? (
        <div className="p-3.5">
          <QuestionCard question={question} surroundings={surroundings} />
          {conversationId !== null && (
            <Link
              to="/chat/$id"
              params={{ id: conversationId }}
              onClick={onLeave}
              className="mt-3 inline-block text-xs text-accent underline underline-offset-2"
            >
              Show in conversation
            </Link>
          )}
        </div>
      ) : (
        <button
          type="button"
          aria-expanded={false}
          onClick={onUnfold}
          className="flex w-full items-center gap-2 rounded-lg px-3.5 py-2 text-left text-sm hover:bg-hover"
        >
          <ChevronRight className="size-4 shrink-0 text-muted" aria-hidden="true" />
          <span className="max-w-[60%] shrink-0 truncate">{questionLine(question)}</span>
          <span className="min-w-0 flex-1 truncate text-xs text-muted">{questionGist(question)}</span>
          {expiresAt !== null && <span className="text-xs text-muted tabular-nums">{timeLeft(expiresAt, now)}</span>}
        </button>
      )}
    </li>
  )
}
