import { clsx } from 'clsx'
import type { ComponentProps } from 'react'

type Look = 'primary' | 'plain' | 'quiet' | 'danger'
type Size = 'small' | 'medium'

const looks: Record<Look, string> = {
  primary: 'bg-accent-solid text-white hover:brightness-92 active:brightness-85',
  plain: 'border border-line-strong bg-raised text-ink hover:bg-hover active:bg-selected',
  quiet: 'text-muted hover:bg-hover hover:text-ink active:bg-selected',
  danger: 'border border-line-strong bg-raised text-bad hover:bg-bad-tint',
}

/** The classes of a button, also for links that look like one. */
export function buttonLook(look: Look = 'plain', size: Size = 'medium'): string {
  return clsx(
    'inline-flex shrink-0 items-center justify-center gap-1.5 rounded-md font-medium whitespace-nowrap transition-[background-color,filter,color]',
    'disabled:pointer-events-none disabled:opacity-50',
    size === 'small' ? 'h-7 px-2.5 text-sm' : 'h-8 px-3 text-sm',
    looks[look],
  )
}

export interface ButtonProps extends ComponentProps<'button'> {
  look?: Look
  size?: Size
}

export function Button({ look, size, className, type = 'button', ...rest }: ButtonProps) {
  return (
    // eslint-disable-next-line react/button-has-type
    <button type={type} className={clsx(buttonLook(look, size), className)} {...rest} />
  )
}
