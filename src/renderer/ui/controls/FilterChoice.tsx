import { Choice } from '#renderer/ui/form/Field.tsx'

export interface FilterChoiceProps {
  /** Its name, which is not shown: the choice of everything says what it is about. */
  label: string
  /** What the choice of everything is called. */
  all: string
  /** Undefined: everything. */
  value: string | undefined
  options: readonly (readonly [value: string, title: string])[]
  onChange: (value: string | undefined) => void
}

/** Narrows a list to one value. */
export function FilterChoice({ label, all, value, options, onChange }: FilterChoiceProps) {
  // What is chosen stays to be seen when there is nothing of it any more.
  const known = value === undefined || options.some(([one]) => one === value)
  return (
    <Choice
      aria-label={label}
      value={value ?? ''}
      className="max-w-44 text-sm"
      onChange={(event) => onChange(event.target.value === '' ? undefined : event.target.value)}
    >
      <option value="">{all}</option>
      {!known && <option value={value}>{value}</option>}
      {options.map(([one, title]) => (
        <option key={one} value={one}>
          {title}
        </option>
      ))}
    </Choice>
  )
}
