import { clsx } from 'clsx'
import type { ComponentProps, ReactNode } from 'react'
import { Tooltip } from '#renderer/ui/overlay/Tooltip.tsx'

export interface IconButtonProps extends Omit<ComponentProps<'button'>, 'children' | 'type'> {
  /** What the button does. It is the accessible name and the tooltip. */
  label: string
  icon: ReactNode
  keys?: string
}

export function IconButton({ label, icon, keys, className, ...rest }: IconButtonProps) {
  return (
    <Tooltip text={label} {...(keys !== undefined && { keys })}>
      <button
        type="button"
        aria-label={label}
        className={clsx(
          'inline-flex size-7 shrink-0 items-center justify-center rounded-md text-muted transition-colors hover:bg-hover hover:text-ink',
          'data-[state=open]:bg-hover data-[state=open]:text-ink disabled:pointer-events-none disabled:opacity-45 [&_svg]:size-4',
          className,
        )}
        {...rest}
      >
        {icon}
      </button>
    </Tooltip>
  )
}
