import { OptionChoice } from '#renderer/ui/form/OptionChoice.tsx'
import type { Option } from '#renderer/ui/form/options.ts'

export interface FilterChoiceProps {
  /** The accessible name. It is not visible, because the option for everything already says what is filtered. */
  label: string
  /** The title of the option that shows everything. */
  all: string
  /** Undefined: everything. */
  value: string | undefined
  options: readonly Option[]
  onChange: (value: string | undefined) => void
}

/** Narrows a list to one value. */
export function FilterChoice({ label, all, value, options, onChange }: FilterChoiceProps) {
  // The current value stays listed even if no item in the list has it any more.
  const known = value === undefined || options.some((one) => one.value === value)
  return (
    <OptionChoice
      aria-label={label}
      value={value ?? ''}
      className="max-w-44 text-sm"
      options={[{ value: '', title: all }, ...(known ? [] : [{ value, title: value }]), ...options]}
      onChange={(next) => onChange(next === '' ? undefined : next)}
    />
  )
}
