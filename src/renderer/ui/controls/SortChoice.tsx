import { OptionChoice } from '#renderer/ui/form/OptionChoice.tsx'
import { titledOptions } from '#renderer/ui/form/options.ts'

export interface SortChoiceProps<Sort extends string> {
  /** The title of the default order. */
  usual: string
  titles: Readonly<Record<Sort, string>>
  /** Undefined: the default order. */
  value: Sort | undefined
  onChange: (value: Sort | undefined) => void
}

/** Chooses the order of a list. */
export function SortChoice<Sort extends string>({ usual, titles, value, onChange }: SortChoiceProps<Sort>) {
  return (
    <OptionChoice<Sort | ''>
      aria-label="Sort by"
      value={value ?? ''}
      className="max-w-44 text-sm"
      options={[{ value: '', title: usual }, ...titledOptions(titles)]}
      onChange={(next) => onChange(next === '' ? undefined : next)}
    />
  )
}
