import { firstField, tabbablesIn } from '#renderer/ui/focus/reachable.ts'

/** Moves the focus to the first field that is marked as wrong, and in a text to the place of its fault (`data-fault-at`). */
export function focusFirstWrong(box: HTMLElement | null): void {
  const marked = box?.querySelector<HTMLElement>('[aria-invalid="true"], [data-wrong]') ?? null
  if (marked === null) return
  const target = firstField(marked) ?? tabbablesIn(marked)[0] ?? marked
  target.focus()
  const at = Number(target.dataset['faultAt'] ?? Number.NaN)
  if (target instanceof HTMLTextAreaElement && !Number.isNaN(at)) target.setSelectionRange(at, at)
}
