import { clsx } from 'clsx'
import { Search } from 'lucide-react'
import type { Ref } from 'react'
import { focusRows } from '#renderer/ui/rows/rowsAndSearch.ts'

export interface SearchBoxProps {
  label: string
  value: string
  onChange: (value: string) => void
  className?: string
  ref?: Ref<HTMLInputElement>
}

/** A search field. Arrow down moves to the first row of the list below it. */
export function SearchBox({ label, value, onChange, className, ref }: SearchBoxProps) {
  return (
    <div className={clsx('relative min-w-0', className)}>
      <Search className="pointer-events-none absolute top-2 left-2.5 size-4 text-muted" aria-hidden="true" />
      <input
        ref={ref}
        type="search"
        data-search=""
        aria-label={label}
        placeholder={label}
        value={value}
        spellCheck={false}
        autoComplete="off"
        onChange={(event) => onChange(event.target.value)}
        onKeyDown={(event) => {
          if (event.key === 'ArrowDown' && focusRows(event.currentTarget, 'first')) event.preventDefault()
          if (event.key !== 'Escape' || value === '') return
          event.stopPropagation()
          onChange('')
        }}
        className="h-8 w-full rounded-md border border-control bg-surface pr-2 pl-8 text-sm transition-colors hover:border-muted focus-visible:outline-offset-0 [&::-webkit-search-cancel-button]:hidden"
      />
    </div>
  )
}
