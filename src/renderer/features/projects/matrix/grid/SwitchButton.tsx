import { clsx } from 'clsx'
import type { CellState } from '#renderer/features/projects/matrix/rows/cells.ts'

const checked = { absent: 'false', off: 'false', some: 'mixed', on: 'true' } as const
const thumbs = { absent: '', off: '', some: 'translate-x-1.75', on: 'translate-x-3.5' } as const

interface SwitchButtonProps {
  label: string
  state: CellState
  /** Whether the tool's server is off, so that the tool's switch has no effect now. */
  isIdle?: boolean
  tabIndex: number
}

/** A switch that can be partly on. The grid handles its clicks. */
export function SwitchButton({ label, state, isIdle = false, tabIndex }: SwitchButtonProps) {
  const isOff = state === 'off'
  return (
    <button
      type="button"
      role="checkbox"
      aria-checked={checked[state]}
      aria-label={label}
      data-act="toggle"
      data-landing=""
      tabIndex={tabIndex}
      className={clsx(
        'relative inline-flex h-4.5 w-8 shrink-0 items-center rounded-full border p-px after:absolute after:-inset-x-1 after:-inset-y-2',
        isOff && 'border-transparent bg-control',
        !isOff && !isIdle && 'border-transparent bg-accent-solid',
        !isOff && isIdle && 'border-accent-solid bg-selected',
      )}
    >
      <span
        className={clsx(
          'flex size-3.5 items-center justify-center rounded-full shadow-sm',
          isIdle && !isOff ? 'bg-accent-solid' : 'bg-white',
          thumbs[state],
        )}
      >
        {state === 'some' && <span className="h-0.5 w-1.5 rounded bg-accent-solid" />}
      </span>
    </button>
  )
}
