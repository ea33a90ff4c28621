/** Keys for the waiting questions: they move between questions, and answer the open one like its buttons. */
import { type KeyboardEvent, useEffect, useState } from 'react'
import { isTyping, type KeyPlace, waitingMove } from '#renderer/features/questions/waitingKeys.ts'
import { createGuard } from '#renderer/parts/question/card/guard.ts'
import { pageClock } from '#renderer/parts/question/card/useGuard.tsx'
import { isField } from '#renderer/ui/form/isField.ts'

/**
 * How long letters answer nothing after the list appeared, and after any key without a meaning here, because the person
 * may be typing something else.
 */
const afterTypingMs = 1000

function placeOf(target: Element): KeyPlace {
  if (target.closest('[data-deny-reason]') !== null) return 'reason'
  if (isField(target)) return 'field'
  return target.matches('pre') ? 'scroller' : 'card'
}

function focusRow(row: Element | null | undefined): void {
  const card = row?.querySelector<HTMLElement>('[data-question-card]') ?? row?.querySelector<HTMLElement>('button')
  card?.focus()
  row?.scrollIntoView({ block: 'nearest' })
}

export function useWaitingKeys() {
  const [guard] = useState(() => createGuard(pageClock, afterTypingMs))
  useEffect(() => guard.subscribe(() => undefined), [guard])
  return (event: KeyboardEvent) => {
    const { target } = event
    if (!(target instanceof Element)) return
    const place = placeOf(target)
    if (isTyping(event, place)) return guard.disturb()
    const move = waitingMove(event, place)
    const row = target.closest('[data-waiting-question]')
    if (move === null || row === null || event.defaultPrevented) return
    event.preventDefault()
    if (move === 'next') return focusRow(row.nextElementSibling)
    if (move === 'previous') return focusRow(row.previousElementSibling)
    if (event.repeat || (event.key !== 'Enter' && !guard.isArmed())) return
    row.querySelector<HTMLButtonElement>(`[data-answer="${move}"]`)?.click()
  }
}
