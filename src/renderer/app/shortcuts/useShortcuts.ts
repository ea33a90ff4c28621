import { useEffect, useState } from 'react'
import { type ShortcutName, shortcutFor } from '#renderer/app/shortcuts/shortcuts.ts'

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

function typing(target: EventTarget | null): boolean {
  return target instanceof HTMLElement && (target.isContentEditable || /^(INPUT|TEXTAREA|SELECT)$/.test(target.tagName))
}

const dialogOpen = () => document.querySelector('[role="dialog"], [role="alertdialog"], [role="menu"]') !== null

export function useShortcuts(singleKeys: boolean, run: (name: ShortcutName) => void): void {
  useEffect(() => {
    const onKeyDown = (event: KeyboardEvent) => {
      if (event.defaultPrevented || event.isComposing) return
      const name = shortcutFor(event, singleKeys && !typing(event.target) && !dialogOpen())
      if (name === null) return
      event.preventDefault()
      run(name)
    }
    window.addEventListener('keydown', onKeyDown)
    return () => window.removeEventListener('keydown', onKeyDown)
  }, [singleKeys, run])
}
