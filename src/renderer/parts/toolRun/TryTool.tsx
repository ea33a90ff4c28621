import { Play, Square } from 'lucide-react'
import { useId } from 'react'
import { ArgumentsBox } from '#renderer/parts/toolRun/ArgumentsBox.tsx'
import { ToolResultView } from '#renderer/parts/toolRun/ToolResultView.tsx'
import { useTrialQuestions } from '#renderer/parts/toolRun/useTrialQuestions.ts'
import { QuestionCard } from '#renderer/parts/question/card/QuestionCard.tsx'
import type { Trial } from '#renderer/parts/toolRun/useTrial.ts'
import { Button } from '#renderer/ui/controls/Button.tsx'
import { Keys } from '#renderer/ui/controls/Keys.tsx'

export function TryTool({ trial, inputSchema }: { trial: Trial; inputSchema: unknown }) {
  const heading = useId()
  const { draft, setDraft, read, run, ready, start, cancel } = trial
  const questions = useTrialQuestions(run.kind === 'running')
  return (
    <section aria-labelledby={heading}>
      <h3 id={heading} className="mb-1.5 text-sm font-semibold">
        Try it
      </h3>
      <ArgumentsBox inputSchema={inputSchema} read={read} draft={draft} onDraft={setDraft} />
      <div className="mt-3 flex items-center gap-2">
        <Button look="primary" disabled={!ready} onClick={start}>
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
