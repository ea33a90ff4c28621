import type { ComponentProps } from 'react'
import { Field, type FieldProps, TextBox } from '#renderer/ui/form/Field.tsx'

export interface TextFieldProps
  extends
    Omit<FieldProps, 'children'>,
    Pick<ComponentProps<typeof TextBox>, 'placeholder' | 'inputMode' | 'className' | 'readOnly'> {
  value: string
  onValue: (value: string) => void
}

/** A line of text with its label. */
export function TextField({ label, hint, error, onValue, ...box }: TextFieldProps) {
  return (
    <Field label={label} hint={hint} error={error}>
      {(control) => <TextBox {...control} {...box} onChange={(event) => onValue(event.target.value)} />}
    </Field>
  )
}
