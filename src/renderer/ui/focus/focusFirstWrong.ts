import { firstField, tabbablesIn } from '#renderer/ui/focus/reachable.ts'

/**
 * Focuses the first field that is marked as wrong. In a text field, the cursor moves to the fault (`data-fault-at`).
 */
export function focusFirstWrong(box: HTMLElement | null): void {
  const marked = box?.querySelector<HTMLElement>('[aria-invalid="true"], [data-wrong]') ?? null
  if (marked === null) return
  const target = firstField(marked) ?? tabbablesIn(marked)[0] ?? marked
  target.focus()
  const at = Number(target.dataset['faultAt'] ?? Number.NaN)
  if (target instanceof HTMLTextAreaElement && !Number.isNaN(at)) target.setSelectionRange(at, at)
}
