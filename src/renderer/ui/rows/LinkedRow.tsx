import { Link, type LinkProps } from '@tanstack/react-router'
import { clsx } from 'clsx'
import type { ReactNode } from 'react'
import { coversRow, intoSight } from '#renderer/ui/rows/rows.ts'

export interface LinkedRowProps {
  /** The link that covers the whole row. */
  link: LinkProps
  title: string
  selected: boolean
  /** Shown to the left of the title and the text below it. */
  lead?: ReactNode
  /** Controls beside the title. They lie above the link, so that they can be clicked. */
  controls: ReactNode
  children: ReactNode
  'data-server'?: string
  'data-hosted'?: string
}

/** A list row with a link that covers all of it. Its other controls lie above the link. */
export function LinkedRow({ link, title, selected, lead, controls, children, ...marks }: LinkedRowProps) {
  return (
    <li
      {...marks}
      ref={selected ? intoSight : undefined}
      className={clsx(
        'relative flex gap-3 border-b border-line px-4 py-2.5 transition-colors last:border-b-0',
        selected ? 'bg-selected' : 'hover:bg-hover',
      )}
    >
      {lead}
      <div className="min-w-0 flex-1">
        <div className="flex items-center gap-2">
          <Link
            {...link}
            data-row-link=""
            aria-current={selected ? 'true' : undefined}
            className={clsx('min-w-0 flex-1 truncate font-medium', coversRow)}
          >
            {title}
          </Link>
          <div className="relative z-10 flex items-center gap-1.5">{controls}</div>
        </div>
        {children}
      </div>
    </li>
  )
}
