import { FieldControl } from '#renderer/parts/schemaForm/FieldControl.tsx'
import type { Draft } from '#renderer/parts/schemaForm/formContent.ts'
import type { FormField } from '#renderer/parts/schemaForm/formSchema.ts'
import { OptionBoxes } from '#renderer/parts/schemaForm/OptionBoxes.tsx'
import { Checkbox } from '#renderer/ui/controls/Checkbox.tsx'
import { Field } from '#renderer/ui/form/Field.tsx'
import { visibleText } from '#renderer/ui/text/visibleText.ts'

export interface FormFieldBoxProps {
  field: FormField
  draft: Draft
  fault: string | undefined
  onDraft: (draft: Draft) => void
}

function limits(field: FormField): string | null {
  const between = (min: number | null, max: number | null, unit: string) => {
    if (min !== null && max !== null) return `${min} to ${max}${unit}`
    if (min !== null) return `at least ${min}${unit}`
    return max === null ? null : `at most ${max}${unit}`
  }
  if (field.kind === 'number') return between(field.minimum, field.maximum, '')
  if (field.kind === 'text') return between(field.minLength, field.maxLength, ' characters')
  if (field.kind === 'lines') return between(field.minItems, field.maxItems, ' lines') ?? 'one per line'
  return field.kind === 'choices' ? between(field.minItems, field.maxItems, ' of them') : null
}

/** One field of a form that a server sent. All its texts are untrusted. */
export function FormFieldBox({ field, draft, fault, onDraft }: FormFieldBoxProps) {
  const title = visibleText(field.title)
  const hints = [field.description === null ? null : visibleText(field.description), limits(field)]
  const hint = hints.filter((one) => one !== null).join(' · ')
  const note = <p className={fault === undefined ? 'text-xs text-muted' : 'text-xs text-bad'}>{fault ?? hint}</p>
  if (field.kind === 'choices')
    return (
      <OptionBoxes field={field} title={title} draft={draft} isWrong={fault !== undefined} onDraft={onDraft}>
        {note}
      </OptionBoxes>
    )
  if (field.kind === 'yesNo')
    return (
      <div className="flex items-start gap-2">
        <Checkbox label={title} checked={draft === true} onCheckedChange={onDraft} />
        <div aria-hidden="true" className="min-w-0 break-words">
          {title}
          {note}
        </div>
      </div>
    )
  return (
    <Field
      label={field.required ? title : `${title} (optional)`}
      hint={hint === '' ? undefined : hint}
      error={fault === undefined ? undefined : visibleText(fault)}
    >
      {(control) => <FieldControl field={field} draft={draft} onDraft={onDraft} control={control} />}
    </Field>
  )
}
