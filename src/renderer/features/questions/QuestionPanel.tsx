/** All questions that are waiting for the person, oldest first. One question is expanded. */
import { CheckCheck } from 'lucide-react'
import { useState } from 'react'
import { useWaitingKeys } from '#renderer/features/questions/useWaitingKeys.ts'
import { WaitingRow } from '#renderer/features/questions/WaitingRow.tsx'
import { AnswerTogether } from '#renderer/parts/question/approval/AnswerTogether.tsx'
import { questionTitle } from '#renderer/parts/question/card/questionWords.ts'
import { useQuestions, useQuestionsState } from '#renderer/model/questions/useQuestions.tsx'
import { Keys } from '#renderer/ui/controls/Keys.tsx'
import { Dialog } from '#renderer/ui/overlay/Dialog.tsx'
import { Notice } from '#renderer/ui/notes/Notice.tsx'
import { EmptyNote } from '#renderer/ui/notes/EmptyNote.tsx'

export function QuestionPanel({ first, onClose }: { first: string | null; onClose: () => void }) {
  const { open, gone } = useQuestionsState()
  const [wanted, setWanted] = useState(first)
  const onKeyDown = useWaitingKeys()
  const unfolded = open.find(({ id }) => id === wanted) ?? open[0]
  return (
    <Dialog
      open
      shape="sheet"
      onOpenChange={(stays) => !stays && onClose()}
      onKeyDown={onKeyDown}
      title="Waiting for you"
      description={open.length === 0 ? undefined : 'Each call is waiting for you. Calls from clients may time out.'}
    >
      <Outcome />
      {gone.map((question) => (
        <p
          key={question.id}
          role="status"
          data-gone={question.id}
          className="mb-2 flex gap-2 rounded-lg border border-dashed border-line-strong px-3.5 py-2 text-sm text-muted"
        >
          <CheckCheck className="mt-0.5 size-4 shrink-0" aria-hidden="true" />
          <span className="min-w-0 break-words">
            {questionTitle(question)}: answered elsewhere, or no longer needed.
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
          <WaitingRow
            key={question.id}
            question={question}
            unfolded={question === unfolded}
            surroundings={open.length + gone.length}
            onUnfold={() => setWanted(question.id)}
            onLeave={onClose}
          />
        ))}
      </ol>
      {open.length > 0 && <KeyHelp several={open.length > 1} />}
    </Dialog>
  )
}

/** The effect of the last answer on later calls. */
function Outcome() {
  const { outcome } = useQuestions()
  return (
    <div role="status">
      {outcome !== null && (
        <Notice tone="good" className="mb-2">
          <span className="mr-2">{outcome.title}</span>
          {[outcome.action, outcome.more]
            .filter((one) => one !== undefined)
            .map(({ label, run }) => (
              <button key={label} type="button" className="mr-2 text-accent underline underline-offset-2" onClick={run}>
                {label}
              </button>
            ))}
        </Notice>
      )}
    </div>
  )
}

function KeyHelp({ several }: { several: boolean }) {
  return (
    <p className="mt-3 hidden flex-wrap items-center gap-x-3 gap-y-1 text-xs text-muted sm:flex">
      {several && (
        <span>
          <Keys keys="↑+↓" /> move
        </span>
      )}
      <span>
        <Keys keys="A" /> allow
      </span>
      <span>
        <Keys keys="D" /> deny
      </span>
      <span>
        <Keys keys="Esc" /> close without an answer
      </span>
    </p>
  )
}
