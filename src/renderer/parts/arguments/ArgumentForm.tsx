/** A tool's arguments as a form: fields, groups of fields, and lists. */
import type { ArgumentEditing } from '#renderer/parts/arguments/argumentEditing.ts'
import { ArgumentFieldBox, partLabel, PartHelp } from '#renderer/parts/arguments/ArgumentFieldBox.tsx'
import { ArgumentListBox } from '#renderer/parts/arguments/ArgumentListBox.tsx'
import type { ArgumentPart } from '#renderer/parts/arguments/argumentParts.ts'
import { itemSkeleton } from '#renderer/parts/arguments/argumentSkeleton.ts'
import { Button } from '#renderer/ui/controls/Button.tsx'
import { visibleText } from '#renderer/ui/text/visibleText.ts'

export function ArgumentParts({ parts, editing }: { parts: readonly ArgumentPart[]; editing: ArgumentEditing }) {
  return parts.map((part) => <ArgumentPartBox key={part.key} part={part} editing={editing} />)
}

function ArgumentPartBox({ part, editing }: { part: ArgumentPart; editing: ArgumentEditing }) {
  switch (part.kind) {
    case 'field':
      return (
        <ArgumentFieldBox
          part={part}
          fault={editing.faultAt(part.key)}
          onDraft={(draft) => editing.onEdit(part.path, { field: part.field, draft })}
        />
      )
    case 'group':
      return <GroupBox part={part} editing={editing} />
    case 'list':
      return (
        <ArgumentListBox part={part} editing={editing}>
          {(item) => <ArgumentPartBox part={item} editing={editing} />}
        </ArgumentListBox>
      )
  }
}

function GroupBox({ part, editing }: { part: ArgumentPart & { kind: 'group' }; editing: ArgumentEditing }) {
  const { path, isSet, required, schema } = part
  const fault = editing.faultAt(part.key)
  const name = visibleText(part.name)
  return (
    <fieldset
      {...(fault !== undefined && { 'data-wrong': '' })}
      className="min-w-0 rounded-lg border border-line px-3 pt-1 pb-3"
    >
      <legend className="px-1 text-sm font-medium break-words">{partLabel(part)}</legend>
      {fault !== undefined && <p className="text-xs break-words text-bad">{visibleText(fault.text)}</p>}
      <p className="mb-2 text-xs break-words text-muted">
        <PartHelp schema={schema} />
      </p>
      {isSet ? (
        <div className="flex flex-col gap-3">
          <ArgumentParts parts={part.parts} editing={editing} />
          <OtherNames names={part.others} />
          {!required && (
            <Button size="small" look="quiet" className="self-start" onClick={() => editing.onValue(path, undefined)}>
              Remove {name}
            </Button>
          )}
        </div>
      ) : (
        <Button size="small" onClick={() => editing.onValue(path, itemSkeleton(schema) ?? {})}>
          Add {name}
        </Button>
      )}
    </fieldset>
  )
}

export function OtherNames({ names }: { names: readonly string[] }) {
  if (names.length === 0) return null
  return <p className="text-xs break-words text-muted">Only in the JSON view: {names.map(visibleText).join(', ')}.</p>
}
