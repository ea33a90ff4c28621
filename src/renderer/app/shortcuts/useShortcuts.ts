import { useEffect, useState } from 'react'
import { type ShortcutName, shortcutFor } from '#renderer/app/shortcuts/shortcuts.ts'
import { isField } from '#renderer/ui/isField.ts'

const storageKey = 'switchboard.singleKeys'

/** Whether single keys act, kept in this browser. */
export function useSingleKeys() {
  const [on, setOn] = useState(() => localStorage.getItem(storageKey) !== 'off')
  const set = (value: boolean) => {
    localStorage.setItem(storageKey, value ? 'on' : 'off')
    setOn(value)
  }
  return [on, set] as const
}

const dialogOpen = () => document.querySelector('[role="dialog"], [role="alertdialog"], [role="menu"]') !== null

export function useShortcuts(singleKeys: boolean, run: (name: ShortcutName) => void): void {
  useEffect(() => {
    const onKeyDown = (event: KeyboardEvent) => {
      if (event.defaultPrevented || event.isComposing) return
      const name = shortcutFor(event, singleKeys && !isField(event.target) && !dialogOpen())
      if (name === null) return
      event.preventDefault()
      run(name)
    }
    window.addEventListener('keydown', onKeyDown)
    return () => window.removeEventListener('keydown', onKeyDown)
  }, [singleKeys, run])
}
