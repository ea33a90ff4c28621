/**
 * A layer that blocks the page until Escape, a press beside it or Back closes it. The backdrop is our own element,
 * because Radix's backdrop adds a style element, which the page's content policy forbids.
 */
import { Dialog as Primitive } from 'radix-ui'
import type { ComponentProps } from 'react'
import { leftToKeeper } from '#renderer/ui/focus/leftToKeeper.ts'
import { useCloseOnBack } from '#renderer/ui/layers/useCloseOnBack.ts'

export interface OverlayProps extends Omit<ComponentProps<typeof Primitive.Content>, 'onCloseAutoFocus'> {
  open?: boolean
  onClose: () => void
}

export function Overlay({ open = true, onClose, children, ...rest }: OverlayProps) {
  useCloseOnBack(open, onClose)
  return (
    <Primitive.Root open={open} onOpenChange={(stays) => !stays && onClose()}>
      <Primitive.Portal>
        <div className="fixed inset-0 z-40 animate-appear bg-scrim" aria-hidden="true" />
        <Primitive.Content {...rest} {...leftToKeeper}>
          {children}
        </Primitive.Content>
      </Primitive.Portal>
    </Primitive.Root>
  )
}
