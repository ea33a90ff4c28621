/** Keeps the rows where they are while a person points at them or walks through them with the keyboard. */
import { type FocusEvent, useState } from 'react'
import { settledOrder } from '#renderer/features/servers/list/settledOrder.ts'

export interface SettledOrder {
  readonly order: readonly string[]
  /** For the element that has the rows. */
  readonly handlers: {
    readonly onPointerEnter: () => void
    readonly onPointerLeave: () => void
    readonly onFocus: (event: FocusEvent) => void
    readonly onBlur: (event: FocusEvent) => void
  }
}

/** `subject`: what the list is asked for. For another subject it is sorted at once. */
export function useSettledOrder(sorted: readonly string[], subject: string): SettledOrder {
  const [isPointedAt, setPointedAt] = useState(false)
  const [isWalked, setWalked] = useState(false)
  const [last, setLast] = useState({ subject, order: sorted })
  const order = settledOrder(last.order, sorted, last.subject === subject && (isPointedAt || isWalked))
  if (last.subject !== subject || last.order.join() !== order.join()) setLast({ subject, order })
  return {
    order,
    handlers: {
      onPointerEnter: () => setPointedAt(true),
      onPointerLeave: () => setPointedAt(false),
      // A click leaves the focus in the list, too, but then nobody walks through it.
      onFocus: ({ target }) => setWalked(target.matches(':focus-visible')),
      onBlur: ({ currentTarget, relatedTarget }) => {
        if (!(relatedTarget instanceof Node && currentTarget.contains(relatedTarget))) setWalked(false)
      },
    },
  }
}
