/**
 * Keeps letters that are typed while a layer is loading, and types them into the field that the layer focuses first.
 */
import { openingMark } from '#renderer/ui/focus/Opening.tsx'
import { layerOf } from '#renderer/ui/focus/place.ts'
import { isField } from '#renderer/ui/form/isField.ts'
import { isSomethingOpen } from '#renderer/ui/overlay/isSomethingOpen.ts'

/** Whether a layer is still loading, or drawn but not focused yet. */
function isAwaited(): boolean {
  if (document.querySelector(`[${openingMark}]`) !== null) return true
  return isSomethingOpen() && document.activeElement !== null && layerOf(document.activeElement) === null
}

function typeInto(field: HTMLElement, text: string): void {
  const canHold = field instanceof HTMLTextAreaElement || field instanceof HTMLInputElement
  // Null means a checkbox or another input without a cursor.
  if (!canHold || field.selectionStart === null || field.selectionEnd === null) return
  field.setRangeText(text, field.selectionStart, field.selectionEnd, 'end')
  field.dispatchEvent(new InputEvent('input', { bubbles: true, inputType: 'insertText', data: text }))
}

/** Keeps letters until the layer has the focus. Returns a function that stops earlier. */
export function keepTyped(): () => void {
  const ended = new AbortController()
  const end = () => ended.abort()
  const options = { capture: true, signal: ended.signal }
  let typed = ''
  const onKeyDown = (event: KeyboardEvent) => {
    if (!isAwaited()) return end()
    const isText = /^.$/u.test(event.key) && !event.isComposing && !event.ctrlKey && !event.metaKey && !event.altKey
    if (!isText) return
    event.preventDefault()
    typed += event.key
  }
  const onFocus = ({ target }: FocusEvent) => {
    if (!(target instanceof HTMLElement) || layerOf(target) === null) return
    end()
    // Runs a moment later, because the text of a field may be selected after the field is focused.
    if (typed !== '' && isField(target)) queueMicrotask(() => typeInto(target, typed))
  }
  window.addEventListener('keydown', onKeyDown, options)
  document.addEventListener('focusin', onFocus, options)
  return end
}
