/** Keeps the rows in place while the pointer is over the list, or while a person moves through it with the keyboard. */
import { type FocusEvent, useState } from 'react'
import { settledOrder } from '#renderer/features/servers/list/settledOrder.ts'

export interface SettledOrder {
  readonly order: readonly string[]
  /** Event handlers for the element that contains the rows. */
  readonly handlers: {
    readonly onPointerEnter: () => void
    readonly onPointerLeave: () => void
    readonly onFocus: (event: FocusEvent) => void
    readonly onBlur: (event: FocusEvent) => void
  }
}

/** `subject`: the query whose results are listed. With another subject, the list is sorted immediately. */
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
      // A click also leaves the focus in the list, but does not mean that a person moves through it with the keyboard.
      onFocus: ({ target }) => setWalked(target.matches(':focus-visible')),
      onBlur: ({ currentTarget, relatedTarget }) => {
        if (!(relatedTarget instanceof Node && currentTarget.contains(relatedTarget))) setWalked(false)
      },
    },
  }
}
