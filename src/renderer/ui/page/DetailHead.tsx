import type { ReactNode } from 'react'

export interface DetailHeadProps {
  /** Leads to the list, where there is no room for both. */
  back: ReactNode
  title: string
  /** Below the title: how it is. */
  status: ReactNode
  /** Buttons for what can be done with it. */
  children: ReactNode
}

/** Above what is open: its name, how it is, and what can be done with it. */
export function DetailHead({ back, title, status, children }: DetailHeadProps) {
  return (
    <header className="flex items-center gap-3 px-5 pt-3 pb-2 max-sm:gap-1">
      {back}
      <div className="min-w-0 flex-1">
        <h2 className="truncate text-lg font-semibold">{title}</h2>
        {status}
      </div>
      {children}
    </header>
  )
}
