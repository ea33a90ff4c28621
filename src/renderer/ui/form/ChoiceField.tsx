import { Field, type FieldProps } from '#renderer/ui/form/Field.tsx'
import { OptionChoice } from '#renderer/ui/form/OptionChoice.tsx'
import type { Option } from '#renderer/ui/form/options.ts'

export interface ChoiceFieldProps<Value extends string> extends Omit<FieldProps, 'children'> {
  value: Value
  options: readonly Option<Value>[]
  onValue: (value: Value) => void
}

/** A choice between several options, with its label. */
export function ChoiceField<Value extends string>({
  label,
  hint,
  error,
  value,
  options,
  onValue,
}: ChoiceFieldProps<Value>) {
  return (
    <Field label={label} hint={hint} error={error}>
      {(control) => <OptionChoice {...control} value={value} options={options} onChange={onValue} />}
    </Field>
  )
}
