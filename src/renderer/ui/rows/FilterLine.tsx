import type { ReactNode } from 'react'
import { clsx } from 'clsx'
import { SearchBox } from '#renderer/ui/controls/SearchBox.tsx'

export interface FilterLineProps {
  label: string
  value: string
  onChange: (text: string) => void
  /** The number of items, or of those found. Screen readers announce a change. */
  found: string
  /** Whether a narrow page hides the number. Screen readers still announce it. */
  hidesFound?: boolean
  className?: string
  children?: ReactNode
}

/** The line above a list: a search box, and how many items were found. */
export function FilterLine({
  label,
  value,
  onChange,
  found,
  hidesFound = false,
  className,
  children,
}: FilterLineProps) {
  return (
    <div className={clsx('flex flex-wrap items-center gap-x-3 gap-y-1', className)}>
      <SearchBox label={label} value={value} onChange={onChange} className="max-w-80 min-w-44 flex-1" />
      {children}
      <p className={clsx('text-sm text-muted tabular-nums', hidesFound && 'max-md:sr-only')} aria-live="polite">
        {found}
      </p>
    </div>
  )
}
