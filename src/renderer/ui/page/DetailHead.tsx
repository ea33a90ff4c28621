import type { ReactNode } from 'react'

export interface DetailHeadProps {
  /** A link back to the list, for narrow pages that have no room for both. */
  back: ReactNode
  title: string
  /** Shown below the title: the item's state. */
  status: ReactNode
  /** Buttons for actions on the item. */
  children: ReactNode
}

/** The header of an open item: its name, its state, and the buttons. */
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
