/** An editor for a tool's arguments: a form and a JSON view of the same text. */
import { Tabs } from 'radix-ui'
import { useMemo, useState } from 'react'
import { afterEdit, type ArgumentDraft, draftOfText, withValue } from '#renderer/parts/arguments/argumentDraft.ts'
import type { ArgumentEditing } from '#renderer/parts/arguments/argumentEditing.ts'
import { ArgumentParts, OtherNames } from '#renderer/parts/arguments/ArgumentForm.tsx'
import { type ArgumentReview, isWorthAForm } from '#renderer/parts/arguments/argumentReview.ts'
import { JsonBox } from '#renderer/parts/arguments/JsonBox.tsx'
import { ParameterTable } from '#renderer/parts/arguments/ParameterTable.tsx'
import { Button } from '#renderer/ui/controls/Button.tsx'
import { TabList } from '#renderer/ui/controls/TabList.tsx'
import { Disclosure } from '#renderer/ui/notes/Disclosure.tsx'
import { Notice } from '#renderer/ui/notes/Notice.tsx'
import { visibleText } from '#renderer/ui/text/visibleText.ts'

export interface ArgumentsBoxProps {
  inputSchema: unknown
  draft: ArgumentDraft
  /** The form and the errors that follow from the draft. */
  review: ArgumentReview
  /** Whether missing arguments are marked as errors. */
  tried: boolean
  hint?: string | undefined
  onDraft: (draft: ArgumentDraft) => void
}

const views = ['form', 'json'] as const
const viewTitles = { form: 'Form', json: 'JSON' } as const

export function ArgumentsBox(props: ArgumentsBoxProps) {
  const { inputSchema, draft, onDraft, hint } = props
  const hasForm = useMemo(() => isWorthAForm(inputSchema), [inputSchema])
  const [view, setView] = useState('form')
  const json = (
    <>
      <JsonBox {...props} text={draft.text} onText={(text) => onDraft(draftOfText(text))} />
      <Disclosure className="mt-2 text-sm" title="Parameters">
        <ParameterTable inputSchema={inputSchema} />
      </Disclosure>
    </>
  )
  if (!hasForm) return json
  const show = (next: string) => {
    // Unreadable input never reached the text, and the other view shows only the text.
    onDraft(draftOfText(draft.text))
    setView(next)
  }
  return (
    <Tabs.Root value={view} onValueChange={show}>
      <TabList label="Arguments" values={views} titleOf={(one) => viewTitles[one]} className="mb-3 text-sm" />
      <Tabs.Content value="form" className="outline-none" tabIndex={-1}>
        <Form {...props} onShowJson={() => show('json')} />
        {hint !== undefined && <p className="mt-2 text-xs text-muted">{hint}</p>}
      </Tabs.Content>
      <Tabs.Content value="json" className="outline-none" tabIndex={-1}>
        {json}
      </Tabs.Content>
    </Tabs.Root>
  )
}

function Form({ draft, review, tried, onDraft, onShowJson }: ArgumentsBoxProps & { onShowJson: () => void }) {
  const { read, tree, faults, general } = review
  if (!read.ok)
    return (
      <Notice tone="warn">
        <p>The JSON is not valid. {visibleText(read.message)}</p>
        <Button size="small" className="mt-2" data-wrong="" onClick={onShowJson}>
          Fix the JSON
        </Button>
      </Notice>
    )
  const editing: ArgumentEditing = {
    faultAt: (key) => {
      const fault = faults.get(key)
      return fault === undefined || (fault.missing && !tried) ? undefined : fault
    },
    onEdit: (path, edit) => onDraft(afterEdit(draft, read.value, path, edit)),
    onValue: (path, value) => onDraft(withValue(draft, read.value, path, value)),
  }
  const shown = general.filter(({ missing }) => tried || !missing)
  return (
    <div data-argument-form="" className="flex flex-col gap-3">
      <ArgumentParts parts={tree.parts} editing={editing} />
      <OtherNames names={tree.others} />
      {shown.map(({ text }) => (
        <p key={text} className="text-xs break-words text-bad">
          {visibleText(text)}
        </p>
      ))}
    </div>
  )
}
