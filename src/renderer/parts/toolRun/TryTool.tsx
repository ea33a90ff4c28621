import { Play, Square } from 'lucide-react'
import { useEffect, useId, useRef, useState } from 'react'
import { ArgumentsBox } from '#renderer/parts/arguments/ArgumentsBox.tsx'
import { takesNothing } from '#renderer/parts/arguments/argumentReview.ts'
import { ToolResultView } from '#renderer/parts/toolRun/ToolResultView.tsx'
import { useTrialQuestions } from '#renderer/parts/toolRun/useTrialQuestions.ts'
import { QuestionCard } from '#renderer/parts/question/card/QuestionCard.tsx'
import type { Trial } from '#renderer/parts/toolRun/useTrial.ts'
import { Button } from '#renderer/ui/controls/Button.tsx'
import { Keys } from '#renderer/ui/controls/Keys.tsx'
import { firstField } from '#renderer/ui/focus/reachable.ts'
import { Notice } from '#renderer/ui/notes/Notice.tsx'

/** Focuses the first field, or the button that runs the tool, when the form opens. */
function useFirstFocus({ callable, argumentsRef }: Trial) {
  const runButton = useRef<HTMLButtonElement>(null)
  useEffect(() => {
    const field = argumentsRef.current === null ? null : firstField(argumentsRef.current)
    if (callable) (field ?? runButton.current)?.focus()
    // oxlint-disable-next-line react-hooks/exhaustive-deps -- only when the form opens
  }, [])
  return runButton
}

export function TryTool({ trial, inputSchema }: { trial: Trial; inputSchema: unknown }) {
  const heading = useId()
  const { draft, setDraft, review, tried, run, ready, argumentsRef, start, cancel } = trial
  const questions = useTrialQuestions(run.kind === 'running')
  const [isBare] = useState(() => takesNothing(inputSchema, draft.text))
  const runButton = useFirstFocus(trial)
  return (
    <section aria-labelledby={heading}>
      <h3 id={heading} className="mb-1.5 text-sm font-semibold">
        Try it
      </h3>
      <div ref={argumentsRef}>
        {isBare ? (
          <p className="text-sm text-muted">This tool has no parameters.</p>
        ) : (
          <ArgumentsBox inputSchema={inputSchema} draft={draft} review={review} tried={tried} onDraft={setDraft} />
        )}
      </div>
      {tried && review.wrong > 0 && <WrongArguments trial={trial} />}
      <div className="mt-3 flex items-center gap-2">
        <Button ref={runButton} look="primary" disabled={!ready} onClick={start}>
          <Play className="size-3.5" aria-hidden="true" />
          Run
        </Button>
        <Button disabled={run.kind !== 'running'} onClick={cancel}>
          <Square className="size-3.5" aria-hidden="true" />
          Cancel
        </Button>
        <span className="ml-auto hidden items-center gap-1.5 text-xs text-muted sm:flex">
          <Keys keys="Mod+Enter" /> to run
        </span>
      </div>
      {questions.map((question) => (
        <div key={question.id} className="mt-4 rounded-lg border border-line bg-raised p-3.5">
          <QuestionCard question={question} surroundings={questions.length} />
        </div>
      ))}
      <ToolResultView run={run} />
    </section>
  )
}

function WrongArguments({ trial: { review, startAnyway } }: { trial: Trial }) {
  const count = review.wrong
  return (
    <div role="status" data-wrong-arguments={count}>
      <Notice tone="warn" className="mt-3">
        <p>{count === 1 ? '1 argument needs a change.' : `${count} arguments need a change.`}</p>
        {review.isReadable && (
          <Button size="small" className="mt-2" onClick={startAnyway}>
            Run anyway
          </Button>
        )}
      </Notice>
    </div>
  )
}
