import { clsx } from 'clsx'
import { Info, TriangleAlert } from 'lucide-react'
import type { ReactNode } from 'react'

export interface NoticeProps {
  tone: 'plain' | 'warn' | 'bad'
  children: ReactNode
  className?: string | undefined
}

export function Notice({ tone, children, className }: NoticeProps) {
  const Icon = tone === 'plain' ? Info : TriangleAlert
  return (
    <div
      className={clsx(
        'flex gap-2.5 rounded-lg border px-3 py-2.5 text-sm',
        tone === 'plain' && 'border-line bg-canvas',
        tone === 'warn' && 'border-warn/30 bg-warn-tint',
        tone === 'bad' && 'border-bad/30 bg-bad-tint',
        className,
      )}
    >
      <Icon
        aria-hidden="true"
        className={clsx('mt-0.5 size-4 shrink-0', { plain: 'text-muted', warn: 'text-warn', bad: 'text-bad' }[tone])}
      />
      <div className="min-w-0 flex-1 break-words">{children}</div>
    </div>
  )
}
