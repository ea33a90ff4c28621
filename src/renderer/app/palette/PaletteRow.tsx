import { clsx } from 'clsx'
import { Marked } from '#renderer/app/palette/Marked.tsx'
import type { Found } from '#renderer/app/palette/searchPalette.ts'
import { Keys } from '#renderer/ui/controls/Keys.tsx'

export interface PaletteRowProps {
  id: string
  found: Found
  isActive: boolean
  onPoint: () => void
  onChoose: () => void
}

export function PaletteRow({ id, found: { entry, marks }, isActive, onPoint, onChoose }: PaletteRowProps) {
  const { title, hint, icon: Icon, keys, mono = false } = entry
  return (
    // oxlint-disable-next-line jsx-a11y/click-events-have-key-events -- the field has the focus, and its keys choose
    <div
      id={id}
      role="option"
      tabIndex={-1}
      aria-selected={isActive}
      onPointerMove={onPoint}
      // The focus stays in the field.
      onMouseDown={(event) => event.preventDefault()}
      onClick={onChoose}
      className={clsx('flex h-9 items-center gap-2.5 rounded-md px-2.5 text-sm', isActive && 'bg-hover')}
    >
      <Icon aria-hidden="true" className="size-4 shrink-0 text-muted" />
      <span
        className={clsx('shrink-0 truncate', mono && 'font-mono', hint === undefined ? 'max-w-full' : 'max-w-[70%]')}
      >
        <Marked text={title} marks={marks} />
      </span>
      <span className="min-w-0 flex-1 truncate text-xs text-muted">{hint}</span>
      {keys !== undefined && <Keys keys={keys} />}
    </div>
  )
}
