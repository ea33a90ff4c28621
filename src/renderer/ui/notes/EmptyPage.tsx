import type { ReactNode } from 'react'

export interface EmptyPageProps {
  title: string
  children: ReactNode
  /** Buttons for the next steps. */
  actions?: ReactNode
}

/** Shown on an empty page: why it is empty, and what to do. */
export function EmptyPage({ title, children, actions }: EmptyPageProps) {
  return (
    <div className="mx-auto flex w-full max-w-md flex-col px-4 pt-[14vh] pb-8">
      <h1 className="text-xl font-semibold">{title}</h1>
      <div className="mt-2 text-muted">{children}</div>
      {actions !== undefined && <div className="mt-5 flex flex-wrap gap-2">{actions}</div>}
    </div>
  )
}
