/** The arguments of a call: shown, or edited in a form or as JSON. */
import { Pencil, Undo2 } from 'lucide-react'
import { useId } from 'react'
import { redactedMark } from '#contract/redaction'
import { type ArgumentDraft, draftOfText } from '#renderer/parts/arguments/argumentDraft.ts'
import type { ArgumentReview } from '#renderer/parts/arguments/argumentReview.ts'
import { ArgumentsBox } from '#renderer/parts/arguments/ArgumentsBox.tsx'
import { editableJson } from '#renderer/model/tools/editableJson.ts'
import { Button } from '#renderer/ui/controls/Button.tsx'

export interface EditedArguments {
  readonly draft: ArgumentDraft
  readonly review: ArgumentReview
}

export interface ArgumentsEditorProps {
  args: Readonly<Record<string, unknown>>
  inputSchema: unknown
  /** The edited arguments; null: the arguments are unchanged. */
  edited: EditedArguments | null
  onDraft: (draft: ArgumentDraft | null) => void
}

export function ArgumentsEditor({ args, inputSchema, edited, onDraft }: ArgumentsEditorProps) {
  const heading = useId()
  const text = editableJson(args)
  if (edited === null)
    return (
      <section aria-labelledby={heading}>
        <div className="mb-1 flex h-6 items-center gap-2">
          <h4 id={heading} className="flex-1 text-xs font-medium text-muted">
            {text === '{}' ? 'No arguments' : 'Arguments'}
          </h4>
          <Button size="small" look="quiet" className="h-6" onClick={() => onDraft(draftOfText(text))}>
            <Pencil className="size-3.5" aria-hidden="true" />
            Edit
          </Button>
        </div>
        {text !== '{}' && (
          <pre
            // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- scrollable with the keyboard
            tabIndex={0}
            data-question-arguments=""
            className="max-h-56 overflow-auto rounded-lg border border-line bg-canvas px-3 py-2 font-mono text-xs break-words whitespace-pre-wrap select-text -outline-offset-2"
          >
            {text}
          </pre>
        )}
      </section>
    )
  const hint = text.includes(redactedMark)
    ? 'Used for this call only. A secret is hidden here; leave its placeholder unchanged to send its value.'
    : 'Used for this call only.'
  return (
    <div className="flex flex-col gap-1.5">
      <ArgumentsBox inputSchema={inputSchema} {...edited} tried hint={hint} onDraft={onDraft} />
      <Button size="small" look="quiet" className="self-start" onClick={() => onDraft(null)}>
        <Undo2 className="size-3.5" aria-hidden="true" />
        Reset
      </Button>
    </div>
  )
}
