import { type Draft } from '#renderer/parts/schemaForm/formContent.ts'
import type { FormField } from '#renderer/parts/schemaForm/formSchema.ts'
import { Checkbox } from '#renderer/ui/controls/Checkbox.tsx'
import { type ControlProps, Field, TextArea, TextBox } from '#renderer/ui/form/Field.tsx'
import { OptionChoice } from '#renderer/ui/form/OptionChoice.tsx'
import { visibleText } from '#renderer/ui/text/visibleText.ts'

export interface FormFieldBoxProps {
  field: FormField
  draft: Draft
  fault: string | undefined
  onDraft: (draft: Draft) => void
}

const inputTypes = { email: 'email', uri: 'url', date: 'date', 'date-time': 'datetime-local' } as const

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

function Control({ field, draft, onDraft, control }: Omit<FormFieldBoxProps, 'fault'> & { control: ControlProps }) {
  const text = typeof draft === 'string' ? draft : ''
  switch (field.kind) {
    case 'text':
      if (field.several)
        return (
          <TextArea
            {...control}
            rows={1}
            className="field-sizing-content max-h-72 !font-sans !text-base"
            value={text}
            onChange={({ target }) => onDraft(target.value)}
          />
        )
      return (
        <TextBox
          {...control}
          type={field.format === null ? 'text' : inputTypes[field.format]}
          value={text}
          onChange={({ target }) => onDraft(target.value)}
        />
      )
    case 'number':
      return (
        <TextBox
          {...control}
          inputMode={field.whole ? 'numeric' : 'decimal'}
          value={text}
          onChange={({ target }) => onDraft(target.value)}
        />
      )
    case 'choice':
      return (
        <OptionChoice
          {...control}
          value={text}
          options={[
            { value: '', title: field.required ? 'Choose one' : 'None' },
            ...field.options.map(({ value, title }) => ({ value, title: visibleText(title) })),
          ]}
          onChange={onDraft}
        />
      )
    case 'lines':
    case 'json':
    case 'choices':
    case 'yesNo':
      return <TextArea {...control} rows={3} value={text} onChange={({ target }) => onDraft(target.value)} />
  }
}

function Boxes({ field, draft, fault, onDraft }: FormFieldBoxProps & { field: FormField & { kind: 'choices' } }) {
  const chosen: readonly string[] = Array.isArray(draft) ? draft : []
  const limit = limits(field)
  return (
    <fieldset aria-invalid={fault !== undefined} className="min-w-0">
      <legend className="mb-1 text-sm font-medium">{visibleText(field.title)}</legend>
      {field.options.map(({ value, title }) => (
        <div key={value} className="flex items-start gap-2 py-0.5">
          <Checkbox
            label={visibleText(title)}
            checked={chosen.includes(value)}
            onCheckedChange={(on) =>
              onDraft(
                field.options
                  .map((option) => option.value)
                  .filter((one) => (one === value ? on : chosen.includes(one))),
              )
            }
          />
          <span aria-hidden="true" className="min-w-0 break-words">
            {visibleText(title)}
          </span>
        </div>
      ))}
      <p className={fault === undefined ? 'text-xs text-muted' : 'text-xs text-bad'}>
        {fault ??
          [field.description, limit]
            .filter((one) => one !== null)
            .map(visibleText)
            .join(' · ')}
      </p>
    </fieldset>
  )
}

/** One field of a form that a server sent: all its words are untrusted. */
export function FormFieldBox(props: FormFieldBoxProps) {
  const { field, draft, fault, onDraft } = props
  if (field.kind === 'choices') return <Boxes {...props} field={field} />
  const title = visibleText(field.title)
  const hints = [field.description === null ? null : visibleText(field.description), limits(field)]
  const hint = hints.filter((one) => one !== null).join(' · ')
  if (field.kind === 'yesNo')
    return (
      <div className="flex items-start gap-2">
        <Checkbox label={title} checked={draft === true} onCheckedChange={onDraft} />
        <div aria-hidden="true" className="min-w-0 break-words">
          {title}
          <p className={fault === undefined ? 'text-xs text-muted' : 'text-xs text-bad'}>{fault ?? hint}</p>
        </div>
      </div>
    )
  return (
    <Field
      label={field.required ? title : `${title} (optional)`}
      hint={hint === '' ? undefined : hint}
      error={fault === undefined ? undefined : visibleText(fault)}
    >
      {(control) => <Control field={field} draft={draft} onDraft={onDraft} control={control} />}
    </Field>
  )
}
