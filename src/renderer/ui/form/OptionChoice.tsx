import type { ComponentProps } from 'react'
import { Choice } from '#renderer/ui/form/Field.tsx'
import type { Option } from '#renderer/ui/form/options.ts'

export interface OptionChoiceProps<Value extends string> extends Omit<
  ComponentProps<typeof Choice>,
  'value' | 'onChange' | 'children'
> {
  value: Value
  options: readonly Option<Value>[]
  onChange: (value: Value) => void
}

export function OptionChoice<Value extends string>({ value, options, onChange, ...rest }: OptionChoiceProps<Value>) {
  return (
    <Choice {...rest} value={value} onChange={(event) => onChange(event.target.value as Value)}>
      {options.map((option) => (
        <option key={option.value} value={option.value}>
          {option.title}
        </option>
      ))}
    </Choice>
  )
}
