/** Everything that waits for the person, oldest first, with one question expanded. */
import { Link } from '@tanstack/react-router'
import { CheckCheck, ChevronRight } from 'lucide-react'
import { useState } from 'react'
import type { Question } from '#contract/question'
import { AnswerTogether } from '#renderer/parts/question/approval/AnswerTogether.tsx'
import { QuestionCard } from '#renderer/parts/question/card/QuestionCard.tsx'
import { questionGist, questionTitle, timeLeft } from '#renderer/parts/question/card/questionWords.ts'
import { useQuestionsState } from '#renderer/model/questions/useQuestions.tsx'
import { Dialog } from '#renderer/ui/overlay/Dialog.tsx'
import { EmptyNote } from '#renderer/ui/notes/EmptyNote.tsx'
import { useNow } from '#renderer/ui/page/useNow.ts'

interface RowProps {
  question: Question
  unfolded: boolean
  surroundings: unknown
  onUnfold: () => void
  onLeave: () => void
}

function Row({ question, unfolded, surroundings, onUnfold, onLeave }: RowProps) {
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
          <span className="min-w-0 flex-1">
            <span className="block break-words">{questionTitle(question)}</span>
            <span className="block truncate text-xs text-muted">{questionGist(question)}</span>
          </span>
          {expiresAt !== null && <span className="text-xs text-muted tabular-nums">{timeLeft(expiresAt, now)}</span>}
        </button>
      )}
    </li>
  )
}

export function QuestionPanel({ first, onClose }: { first: string | null; onClose: () => void }) {
  const { open, gone } = useQuestionsState()
  const [wanted, setWanted] = useState(first)
  const unfolded = open.find(({ id }) => id === wanted) ?? open[0]
  return (
    <Dialog
      open
      shape="sheet"
      onOpenChange={(stays) => !stays && onClose()}
      title="Waiting for you"
      description={open.length === 0 ? undefined : 'Each call waits for you. Client calls may time out.'}
    >
      {gone.map((question) => (
        <p
          key={question.id}
          role="status"
          data-gone={question.id}
          className="mb-2 flex gap-2 rounded-lg border border-dashed border-line-strong px-3.5 py-2 text-sm text-muted"
        >
          <CheckCheck className="mt-0.5 size-4 shrink-0" aria-hidden="true" />
          <span className="min-w-0 break-words">
            {questionTitle(question)}: answered elsewhere, or not waited for any more.
          </span>
        </p>
      ))}
      {open.length === 0 && (
        <EmptyNote>
          <span className="block font-medium text-ink">Nothing is waiting for you.</span>
          Calls that need approval, and questions from servers, appear here.
        </EmptyNote>
      )}
      <AnswerTogether questions={open} />
      <ol aria-label="Questions" className="mt-2 flex flex-col gap-2">
        {open.map((question) => (
          <Row
            key={question.id}
            question={question}
            unfolded={question === unfolded}
            surroundings={open.length + gone.length}
            onUnfold={() => setWanted(question.id)}
            onLeave={onClose}
          />
        ))}
      </ol>
    </Dialog>
  )
}
