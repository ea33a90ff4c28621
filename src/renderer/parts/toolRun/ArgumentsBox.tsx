/** An editor for a tool's arguments: a form and JSON, two views of one text. */
import { Tabs } from 'radix-ui'
import { useMemo, useState } from 'react'
import { ArgumentForm } from '#renderer/parts/toolRun/ArgumentForm.tsx'
import { type ArgumentDraft, draftOfText, fieldsOf, isWorthAForm } from '#renderer/parts/toolRun/argumentFields.ts'
import type { ReadArguments } from '#renderer/model/tools/toolArguments.ts'
import { Field, TextArea } from '#renderer/ui/form/Field.tsx'
import { Notice } from '#renderer/ui/notes/Notice.tsx'
import { TabList } from '#renderer/ui/controls/TabList.tsx'
import { visibleText } from '#renderer/ui/text/visibleText.ts'

export interface ArgumentsBoxProps {
  inputSchema: unknown
  read: ReadArguments
  draft: ArgumentDraft
  onDraft: (draft: ArgumentDraft) => void
}

function remark(missing: readonly string[]): string | undefined {
  return missing.length === 0 ? undefined : `Also required: ${missing.map(visibleText).join(', ')}.`
}

function JsonBox({ read, draft, onDraft }: Omit<ArgumentsBoxProps, 'inputSchema'>) {
  const { text } = draft
  return (
    <Field
      label="Arguments (JSON)"
      hint={read.ok ? remark(read.missing) : undefined}
      error={read.ok ? undefined : read.message}
    >
      {(control) => (
        <TextArea
          {...control}
          rows={Math.min(14, Math.max(4, text.split('\n').length))}
          value={text}
          onChange={(event) => onDraft(draftOfText(event.target.value))}
        />
      )}
    </Field>
  )
}

const views = ['form', 'json'] as const
const viewTitles = { form: 'Form', json: 'JSON' } as const

export function ArgumentsBox(props: ArgumentsBoxProps) {
  const { inputSchema, read, draft, onDraft } = props
  const fields = useMemo(() => fieldsOf(inputSchema), [inputSchema])
  const [view, setView] = useState('form')
  if (!isWorthAForm(fields)) return <JsonBox read={read} draft={draft} onDraft={onDraft} />
  const show = (next: string) => {
    // Unreadable input never reached the text, which is all that the other view shows.
    onDraft(draftOfText(draft.text))
    setView(next)
  }
  return (
    <Tabs.Root value={view} onValueChange={show}>
      <TabList label="Arguments" values={views} titleOf={(one) => viewTitles[one]} className="mb-3 text-sm" />
      <Tabs.Content value="form" className="outline-none" tabIndex={-1}>
        {read.ok ? (
          <>
            <ArgumentForm fields={fields} inputSchema={inputSchema} args={read.value} draft={draft} onDraft={onDraft} />
            {read.missing.length > 0 && <p className="mt-2 text-xs text-muted">{remark(read.missing)}</p>}
          </>
        ) : (
          <Notice tone="warn">The JSON is not valid. Fix it in the JSON view first.</Notice>
        )}
      </Tabs.Content>
      <Tabs.Content value="json" className="outline-none" tabIndex={-1}>
        <JsonBox read={read} draft={draft} onDraft={onDraft} />
      </Tabs.Content>
    </Tabs.Root>
  )
}
