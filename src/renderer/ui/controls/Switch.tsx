import { clsx } from 'clsx'
import type { ComponentProps } from 'react'

export interface SwitchProps extends Omit<ComponentProps<'button'>, 'aria-label' | 'aria-checked' | 'type' | 'role'> {
  label: string
  checked: boolean
  onCheckedChange: (checked: boolean) => void
}

/** A switch, made of one element, because lists have one in each row. */
export function Switch({ label, checked, onCheckedChange, className, ...rest }: SwitchProps) {
  return (
    <button
      {...rest}
      type="button"
      role="switch"
      aria-label={label}
      aria-checked={checked}
      onClick={() => onCheckedChange(!checked)}
      className={clsx(
        'relative inline-flex h-4.5 w-8 shrink-0 items-center rounded-full border border-transparent p-px transition-colors',
        'before:size-3.5 before:rounded-full before:bg-white before:shadow-sm before:transition-transform disabled:opacity-50',
        checked ? 'bg-accent-solid before:translate-x-3.5' : 'bg-control',
        // The clickable area is larger than the drawn switch.
        'after:absolute after:-inset-x-1 after:-inset-y-1.5',
        className,
      )}
    />
  )
}
