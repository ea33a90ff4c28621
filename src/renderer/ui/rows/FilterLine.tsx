import type { ReactNode } from 'react'
import { clsx } from 'clsx'
import { SearchBox } from '#renderer/ui/controls/SearchBox.tsx'

export interface FilterLineProps {
  label: string
  value: string
  onChange: (text: string) => void
  /** What is found, or how much there is; it is read out when it changes. */
  found: string
  /** The figure is read out alone where there is no room for it. */
  hidesFound?: boolean
  className?: string
  children?: ReactNode
}

/** Over a list: what is looked for in it, and how much of it was found. */
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
