import { useEffect, useState } from 'react'
import { isTyped, type ShortcutName, shortcutFor } from '#renderer/app/shortcuts/shortcuts.ts'
import { useFocusKeeper } from '#renderer/ui/focus/useFocusKeeper.tsx'
import { isField } from '#renderer/ui/form/isField.ts'
import { isSomethingOpen } from '#renderer/ui/overlay/isSomethingOpen.ts'
import { storeChoice } from '#renderer/ui/page/storeChoice.ts'

const storageKey = 'switchboard.singleKeys'

/** Whether single-key shortcuts are on; stored in this browser. */
export function useSingleKeys() {
  const [on, setOn] = useState(() => localStorage.getItem(storageKey) !== 'off')
  const set = (value: boolean) => {
    storeChoice(storageKey, value ? 'on' : 'off')
    setOn(value)
  }
  return [on, set] as const
}

export interface ShortcutOptions {
  readonly singleKeys: boolean
  /** True on a page for writing: keys typed outside the text box go into the text box. */
  readonly writing: boolean
  readonly run: (name: ShortcutName) => void
}

export function useShortcuts({ singleKeys, writing, run }: ShortcutOptions): void {
  const { settle } = useFocusKeeper()
  useEffect(() => {
    const onKeyDown = (event: KeyboardEvent) => {
      if (event.defaultPrevented || event.isComposing) return
      settle()
      const free = !isField(document.activeElement) && !isSomethingOpen()
      // The text box gets the focus before the browser handles the key, so the character appears in it.
      if (free && writing && isTyped(event)) document.querySelector<HTMLElement>('[data-takes-typing]')?.focus()
      const name = shortcutFor(event, free && singleKeys && !writing)
      if (name === null) return
      event.preventDefault()
      run(name)
    }
    window.addEventListener('keydown', onKeyDown)
    return () => window.removeEventListener('keydown', onKeyDown)
  }, [singleKeys, writing, run, settle])
}
