/** The page's theme. `public/theme.js` sets it before the first paint, and this file changes it afterwards. */
import { useSyncExternalStore } from 'react'
import { storeChoice } from '#renderer/ui/page/storeChoice.ts'

export type ThemeChoice = 'system' | 'light' | 'dark'
export const themeChoices: readonly ThemeChoice[] = ['system', 'light', 'dark']

const storageKey = 'switchboard.theme'
const changed = 'switchboard:theme'

export function themeChoice(): ThemeChoice {
  const stored = localStorage.getItem(storageKey)
  return stored === 'light' || stored === 'dark' ? stored : 'system'
}

const systemDark = () => window.matchMedia('(prefers-color-scheme: dark)')

function wear(): void {
  const choice = themeChoice()
  const dark = choice === 'dark' || (choice === 'system' && systemDark().matches)
  const root = document.documentElement
  root.dataset.switching = ''
  root.dataset.theme = dark ? 'dark' : 'light'
  // Reading a size makes the browser apply the new colours now, while transitions are off.
  root.getBoundingClientRect()
  delete root.dataset.switching
}

export function chooseTheme(choice: ThemeChoice): void {
  storeChoice(storageKey, choice === 'system' ? null : choice)
  wear()
  window.dispatchEvent(new Event(changed))
}

/** Follows changes to the system's theme, and to the theme in other windows and tabs of this page. */
export function followTheme(): void {
  systemDark().addEventListener('change', wear)
  window.addEventListener('storage', (event) => {
    if (event.key !== storageKey) return
    wear()
    window.dispatchEvent(new Event(changed))
  })
}

export function useThemeChoice(): ThemeChoice {
  return useSyncExternalStore((listener) => {
    window.addEventListener(changed, listener)
    return () => window.removeEventListener(changed, listener)
  }, themeChoice)
}
