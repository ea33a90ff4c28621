import type { ReactNode } from 'react'
import type { PlacedFault } from '#renderer/parts/arguments/argumentReview.ts'
import type { ArgumentPart } from '#renderer/parts/arguments/argumentParts.ts'
import { schemaLine } from '#renderer/parts/arguments/parameters.ts'
import { FieldControl } from '#renderer/parts/schemaForm/FieldControl.tsx'
import type { Draft } from '#renderer/parts/schemaForm/formContent.ts'
import { OptionBoxes } from '#renderer/parts/schemaForm/OptionBoxes.tsx'
import { isObject } from '#contract/jsonRpc/jsonObject'
import { Field } from '#renderer/ui/form/Field.tsx'
import { visibleText } from '#renderer/ui/text/visibleText.ts'

export function partLabel({ name, required }: Pick<ArgumentPart, 'name' | 'required'>): string {
  return required ? visibleText(name) : `${visibleText(name)} (optional)`
}

/** The server's description of a value: its text, its type and its limits. */
export function PartHelp({ schema, note }: { schema: unknown; note?: string | null }): ReactNode {
  const description = isObject(schema) ? schema['description'] : null
  return (
    <>
      {typeof description === 'string' && description.trim() !== '' && (
        <span className="block max-h-40 overflow-y-auto whitespace-pre-wrap select-text">
          {visibleText(description)}
        </span>
      )}
      <span className="block font-mono">{visibleText([schemaLine(schema), note].filter(Boolean).join(' · '))}</span>
    </>
  )
}

const notes = { lines: 'one per line', json: 'as JSON' } as const

export interface ArgumentFieldBoxProps {
  part: ArgumentPart & { kind: 'field' }
  fault: PlacedFault | undefined
  onDraft: (draft: Draft) => void
}

export function ArgumentFieldBox({ part, fault, onDraft }: ArgumentFieldBoxProps) {
  const { field, draft } = part
  const note = field.kind === 'lines' || field.kind === 'json' ? notes[field.kind] : null
  const help = <PartHelp schema={part.schema} note={note} />
  const error = fault === undefined ? undefined : visibleText(fault.text)
  if (field.kind === 'choices')
    return (
      <OptionBoxes field={field} title={partLabel(part)} draft={draft} isWrong={fault !== undefined} onDraft={onDraft}>
        {error !== undefined && <p className="text-xs break-words text-bad">{error}</p>}
        <p className="text-xs break-words text-muted">{help}</p>
      </OptionBoxes>
    )
  return (
    <Field label={partLabel(part)} hint={help} hintStays error={error}>
      {(control) => <FieldControl field={field} draft={draft} onDraft={onDraft} control={control} />}
    </Field>
  )
}
