/** A list with the open item beside it. A narrow page shows only one of the two. */
import { clsx } from 'clsx'
import type { ReactNode } from 'react'

export interface ListPageProps {
  title: string
  /** The list's accessible name. */
  label: string
  isOpen: boolean
  /** Buttons beside the title. */
  actions: ReactNode
  list: ReactNode
  /** Whether a narrow page shows `children` below the list while no item is open. */
  restsBelow?: boolean
  /** The open item, or a replacement while none is open. */
  children: ReactNode
}

export function ListPage({ title, label, isOpen, actions, list, restsBelow = false, children }: ListPageProps) {
  return (
    <main
      className={clsx(
        'min-h-0 min-w-0 lg:grid-cols-[24rem_minmax(0,1fr)]',
        restsBelow && !isOpen ? 'max-lg:overflow-y-auto lg:grid' : 'grid',
      )}
    >
      <section
        aria-label={label}
        className={clsx('min-h-0 min-w-0 flex-col lg:flex lg:border-r lg:border-line', isOpen ? 'hidden' : 'flex')}
      >
        <header className="flex flex-wrap items-center gap-2 px-4 py-3">
          <h1 className="flex-1 text-lg font-semibold">{title}</h1>
          {actions}
        </header>
        {list}
      </section>
      <div
        className={clsx('min-h-0 min-w-0 bg-surface lg:block', restsBelow ? 'lg:overflow-y-auto' : !isOpen && 'hidden')}
      >
        {children}
      </div>
    </main>
  )
}
