import { clsx } from 'clsx'
import { ChevronRight } from 'lucide-react'
import type { ReactNode } from 'react'

export interface DisclosureProps {
  title: ReactNode
  children: ReactNode
  /** Whether the content is open at first. */
  open?: boolean
  className?: string
}

/** Content that is hidden until a person opens it. */
export function Disclosure({ title, children, open = false, className }: DisclosureProps) {
  return (
    <details open={open} className={clsx('group', className)}>
      <summary className="inline-flex max-w-full list-none items-start gap-1 rounded hover:text-ink">
        <ChevronRight
          className="mt-0.75 size-3.5 shrink-0 text-muted transition-transform group-open:rotate-90"
          aria-hidden="true"
        />
        {title}
      </summary>
      {children}
    </details>
  )
}
