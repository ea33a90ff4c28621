import { clsx } from 'clsx'
import { Switch as Primitive } from 'radix-ui'
import type { ComponentProps } from 'react'

export interface SwitchProps extends Omit<ComponentProps<typeof Primitive.Root>, 'aria-label'> {
  label: string
}

export function Switch({ label, className, ...rest }: SwitchProps) {
  return (
    <Primitive.Root
      aria-label={label}
      className={clsx(
        'relative inline-flex h-4.5 w-8 shrink-0 items-center rounded-full border border-transparent bg-control p-px transition-colors',
        'data-[state=checked]:bg-accent-solid disabled:opacity-50',
        // The clickable area is larger than the drawn switch.
        'after:absolute after:-inset-x-1 after:-inset-y-1.5',
        className,
      )}
      {...rest}
    >
      <Primitive.Thumb className="size-3.5 rounded-full bg-white shadow-sm transition-transform data-[state=checked]:translate-x-3.5" />
    </Primitive.Root>
  )
}
