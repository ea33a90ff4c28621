import type { Draft } from '#renderer/parts/schemaForm/formContent.ts'
import type { FormField } from '#renderer/parts/schemaForm/formSchema.ts'
import { type ControlProps, TextArea, TextBox } from '#renderer/ui/form/Field.tsx'
import { OptionChoice } from '#renderer/ui/form/OptionChoice.tsx'
import { visibleText } from '#renderer/ui/text/visibleText.ts'

const inputTypes = { email: 'email', uri: 'url', date: 'date', 'date-time': 'datetime-local' } as const

export interface FieldControlProps {
  field: FormField
  draft: Draft
  onDraft: (draft: Draft) => void
  control: ControlProps
}

/** The control of a field. Fields with a list of boxes have none. */
export function FieldControl({ field, draft, onDraft, control }: FieldControlProps) {
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
            { value: '', title: field.required ? 'Choose one' : 'Not set' },
            ...field.options.map(({ value, title }) => ({ value, title: visibleText(title) })),
          ]}
          onChange={onDraft}
        />
      )
    case 'yesNo':
      return (
        <OptionChoice
          {...control}
          value={typeof draft === 'boolean' ? String(draft) : ''}
          options={[
            { value: '', title: 'Not set' },
            { value: 'true', title: 'true' },
            { value: 'false', title: 'false' },
          ]}
          onChange={(value) => onDraft(value === '' ? null : value === 'true')}
        />
      )
    case 'lines':
    case 'json':
    case 'choices':
      return <TextArea {...control} rows={3} value={text} onChange={({ target }) => onDraft(target.value)} />
  }
}
