/** The arguments of a call: shown, or edited as text. */
import { Pencil, Undo2 } from 'lucide-react'
import { useId } from 'react'
import { redactedMark } from '#contract/redaction'
import { argumentFault } from '#contract/tools/argumentCheck'
import { editableJson } from '#renderer/parts/question/approval/editableJson.ts'
import { readArguments } from '#renderer/model/tools/toolArguments.ts'
import { Button } from '#renderer/ui/controls/Button.tsx'
import { Field, TextArea } from '#renderer/ui/form/Field.tsx'

export interface ArgumentsEditorProps {
  args: Readonly<Record<string, unknown>>
  inputSchema: unknown
  /** Null while they are not edited. */
  draft: string | null
  onDraft: (draft: string | null) => void
}

export function ArgumentsEditor({ args, inputSchema, draft, onDraft }: ArgumentsEditorProps) {
  const heading = useId()
  const text = editableJson(args)
  if (draft === null)
    return (
      <section aria-labelledby={heading}>
        <div className="mb-1 flex h-6 items-center gap-2">
          <h4 id={heading} className="flex-1 text-xs font-medium text-muted">
            {text === '{}' ? 'No arguments' : 'Arguments'}
          </h4>
          <Button size="small" look="quiet" className="h-6" onClick={() => onDraft(text)}>
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
  const read = readArguments(draft, inputSchema)
  const hint = text.includes(redactedMark)
    ? 'Used for this call only. A secret is hidden here; leave its placeholder unchanged to send its value.'
    : 'Used for this call only.'
  const fault = read.ok ? argumentFault(inputSchema, read.value) : null
  return (
    <div className="flex flex-col gap-1.5">
      <Field label="Arguments (JSON)" hint={fault ?? hint} error={read.ok ? undefined : read.message}>
        {(control) => (
          <TextArea
            {...control}
            data-question-draft=""
            aria-invalid={!read.ok || fault !== null}
            rows={Math.min(14, Math.max(4, draft.split('\n').length))}
            value={draft}
            onChange={(event) => onDraft(event.target.value)}
          />
        )}
      </Field>
      <Button size="small" look="quiet" className="self-start" onClick={() => onDraft(null)}>
        <Undo2 className="size-3.5" aria-hidden="true" />
        Reset
      </Button>
    </div>
  )
}
