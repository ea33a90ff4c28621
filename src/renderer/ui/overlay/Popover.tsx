import { clsx } from 'clsx'
import { Popover as Primitive } from 'radix-ui'
import type { ReactNode } from 'react'
import { leftToKeeper } from '#renderer/ui/focus/leftToKeeper.ts'

export interface PopoverProps {
  /** The accessible name. */
  label: string
  /** The button that opens the popover. It must pass its props on to its element. */
  trigger: ReactNode
  side: 'top' | 'right'
  align: 'start' | 'end'
  /** Sets the popover's size and padding. */
  className: string
  children: ReactNode
}

/** Floats beside its trigger, without blocking the rest of the page. */
export function Popover({ label, trigger, side, align, className, children }: PopoverProps) {
  return (
    <Primitive.Root>
      <Primitive.Trigger asChild>{trigger}</Primitive.Trigger>
      <Primitive.Portal>
        <Primitive.Content
          {...leftToKeeper}
          side={side}
          align={align}
          sideOffset={8}
          collisionPadding={8}
          aria-label={label}
          className={clsx('z-30 animate-appear rounded-xl bg-raised shadow-float outline-none', className)}
        >
          {children}
        </Primitive.Content>
      </Primitive.Portal>
    </Primitive.Root>
  )
}
