import type { ReactNode } from 'react'

/** Shown in place of an empty list: why it is empty, and what to do. */
export function EmptyNote({ children, action }: { children: ReactNode; action?: ReactNode }) {
  return (
    <div className="flex flex-col items-center gap-3 rounded-lg border border-dashed border-line-strong px-4 py-6 text-center text-sm text-muted">
      <p className="max-w-prose text-balance">{children}</p>
      {action}
    </div>
  )
}
