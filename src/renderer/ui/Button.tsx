import { clsx } from 'clsx'
import type { ComponentProps } from 'react'

type Look = 'primary' | 'plain' | 'quiet' | 'danger'

const looks: Record<Look, string> = {
  primary: 'bg-accent-solid text-white hover:brightness-110 active:brightness-95',
  plain: 'border border-line-strong bg-raised hover:bg-hover active:bg-selected',
  quiet: 'text-muted hover:bg-hover hover:text-ink active:bg-selected',
  danger: 'border border-line-strong bg-raised text-bad hover:bg-bad-tint',
}

export interface ButtonProps extends ComponentProps<'button'> {
  look?: Look
  size?: 'small' | 'medium'
}

export function Button({ look = 'plain', size = 'medium', className, type = 'button', ...rest }: ButtonProps) {
  return (
    <button
      // eslint-disable-next-line react/button-has-type
      type={type}
      className={clsx(
        'inline-flex shrink-0 items-center justify-center gap-1.5 rounded-md font-medium whitespace-nowrap transition-[background-color,filter,color]',
        'disabled:pointer-events-none disabled:opacity-50',
        size === 'small' ? 'h-7 px-2.5 text-sm' : 'h-8 px-3 text-sm',
        looks[look],
        className,
      )}
      {...rest}
    />
  )
}
