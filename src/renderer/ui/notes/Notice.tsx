import { clsx } from 'clsx'
import { CircleCheck, Info, TriangleAlert } from 'lucide-react'
import type { ReactNode } from 'react'

export interface NoticeProps {
  tone: 'plain' | 'good' | 'warn' | 'bad'
  children: ReactNode
  className?: string | undefined
}

const icons = { plain: Info, good: CircleCheck, warn: TriangleAlert, bad: TriangleAlert } as const
const iconColours = { plain: 'text-muted', good: 'text-good', warn: 'text-warn', bad: 'text-bad' } as const

export function Notice({ tone, children, className }: NoticeProps) {
  const Icon = icons[tone]
  return (
    <div
      className={clsx(
        'flex gap-2.5 rounded-lg border px-3 py-2.5 text-sm',
        tone === 'plain' && 'border-line bg-canvas',
        tone === 'good' && 'border-good/30 bg-good/8',
        tone === 'warn' && 'border-warn/30 bg-warn-tint',
        tone === 'bad' && 'border-bad/30 bg-bad-tint',
        className,
      )}
    >
      <Icon aria-hidden="true" className={clsx('mt-0.5 size-4 shrink-0', iconColours[tone])} />
      <div className="min-w-0 flex-1 break-words">{children}</div>
    </div>
  )
}
