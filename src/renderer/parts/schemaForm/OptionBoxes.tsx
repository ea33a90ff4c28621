import type { ReactNode } from 'react'
import type { Draft } from '#renderer/parts/schemaForm/formContent.ts'
import type { FormField } from '#renderer/parts/schemaForm/formSchema.ts'
import { Checkbox } from '#renderer/ui/controls/Checkbox.tsx'
import { visibleText } from '#renderer/ui/text/visibleText.ts'

export interface OptionBoxesProps {
  field: FormField & { kind: 'choices' }
  title: string
  draft: Draft
  isWrong: boolean
  onDraft: (draft: Draft) => void
  /** Shown under the boxes: the error, or a hint. */
  children: ReactNode
}

/** A choice of several options. */
export function OptionBoxes({ field, title: legend, draft, isWrong, onDraft, children }: OptionBoxesProps) {
  const chosen: readonly string[] = Array.isArray(draft) ? draft : []
  const set = (value: string, on: boolean) =>
    onDraft(field.options.map((option) => option.value).filter((one) => (one === value ? on : chosen.includes(one))))
  return (
    <fieldset {...(isWrong && { 'data-wrong': '' })} className="min-w-0">
      <legend className="mb-1 text-sm font-medium">{legend}</legend>
      {field.options.map(({ value, title }) => (
        <div key={value} className="flex items-start gap-2 py-0.5">
          <Checkbox
            label={visibleText(title)}
            checked={chosen.includes(value)}
            onCheckedChange={(on) => set(value, on)}
          />
          <span aria-hidden="true" className="min-w-0 break-words">
            {visibleText(title)}
          </span>
        </div>
      ))}
      {children}
    </fieldset>
  )
}
