import type { ReactNode } from 'react'

/** A setting: its name, what it means, and its control on the right. */
export function SettingRow({ title, hint, children }: { title: string; hint?: ReactNode; children: ReactNode }) {
  return (
    <div
      data-setting={title}
      className="flex flex-wrap items-center justify-between gap-x-6 gap-y-2 border-b border-line py-3 last:border-b-0"
    >
      <div className="min-w-56 flex-1">
        <p className="text-sm font-medium">{title}</p>
        {hint !== undefined && <p className="text-sm text-muted">{hint}</p>}
      </div>
      <div className="flex max-w-full shrink-0 items-center gap-2">{children}</div>
    </div>
  )
}
