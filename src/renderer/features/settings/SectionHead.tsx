import type { ReactNode } from 'react'

/** The header of a settings section: its title, one sentence about it, and an action. */
export function SectionHead({ title, action, children }: { title: string; action?: ReactNode; children?: ReactNode }) {
  return (
    <header className="mb-2 flex flex-wrap items-start gap-3">
      <div className="min-w-56 flex-1">
        <h2 className="text-lg font-semibold">{title}</h2>
        {children !== undefined && <p className="text-sm text-muted">{children}</p>}
      </div>
      {action}
    </header>
  )
}
