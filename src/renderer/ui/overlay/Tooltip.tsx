import { Tooltip as Primitive } from 'radix-ui'
import type { FocusEvent, ReactNode } from 'react'
import { Keys } from '#renderer/ui/controls/Keys.tsx'

export const TooltipProvider = Primitive.Provider

export interface TooltipProps {
  text: string
  keys?: string | undefined
  side?: 'top' | 'right'
  children: ReactNode
}

/** Suppresses the tooltip if the focus returns from a closed menu or dialog, because the person has already seen it. */
function unlessGivenBack(event: FocusEvent): void {
  if (event.relatedTarget === null) event.preventDefault()
}

export function Tooltip({ text, keys, side = 'top', children }: TooltipProps) {
  return (
    <Primitive.Root disableHoverableContent>
      <Primitive.Trigger asChild onFocus={unlessGivenBack}>
        {children}
      </Primitive.Trigger>
      <Primitive.Portal>
        <Primitive.Content
          side={side}
          sideOffset={6}
          collisionPadding={8}
          className="z-50 flex max-w-72 animate-appear items-center gap-2 rounded-md bg-ink px-2 py-1 text-xs text-canvas"
        >
          {text}
          {keys !== undefined && <Keys keys={keys} inverted />}
        </Primitive.Content>
      </Primitive.Portal>
    </Primitive.Root>
  )
}
