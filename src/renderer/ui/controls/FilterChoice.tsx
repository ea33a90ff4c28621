import { OptionChoice } from '#renderer/ui/form/OptionChoice.tsx'
import type { Option } from '#renderer/ui/form/options.ts'

export interface FilterChoiceProps {
  /** Its name, which is not shown: the choice of everything says what it is about. */
  label: string
  /** What the choice of everything is called. */
  all: string
  /** Undefined: everything. */
  value: string | undefined
  options: readonly Option[]
  onChange: (value: string | undefined) => void
}

/** Narrows a list to one value. */
export function FilterChoice({ label, all, value, options, onChange }: FilterChoiceProps) {
  // What is chosen stays to be seen when there is nothing of it any more.
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
