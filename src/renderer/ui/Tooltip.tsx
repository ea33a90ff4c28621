import { Tooltip as Primitive } from 'radix-ui'
import type { ReactNode } from 'react'
import { Keys } from '#renderer/ui/Keys.tsx'

export const TooltipProvider = Primitive.Provider

export function Tooltip({ text, keys, children }: { text: string; keys?: string; children: ReactNode }) {
  return (
    <Primitive.Root>
      <Primitive.Trigger asChild>{children}</Primitive.Trigger>
      <Primitive.Portal>
        <Primitive.Content
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
