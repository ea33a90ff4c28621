/** The table of shortcuts: the keys, and the help text for each. */
import { type PageId, pages } from '#renderer/app/pages.ts'

type GoToPage = `to:${PageId}`
export type ShortcutName = 'palette' | 'help' | 'addServer' | 'importServers' | 'search' | 'questions' | GoToPage

export interface Shortcut {
  readonly keys: string
  readonly does: string
}

const toPages = Object.fromEntries(
  pages.map(({ id, title, keys }) => [`to:${id}`, { keys, does: `Go to ${title}` }]),
) as Record<GoToPage, Shortcut>

export const shortcuts: Readonly<Record<ShortcutName, Shortcut>> = {
  palette: { keys: 'Mod+K', does: 'Open the command palette: find anything by its name' },
  addServer: { keys: 'N', does: 'Add a server' },
  importServers: { keys: 'I', does: 'Import a configuration file' },
  search: { keys: '/', does: 'Go to the search box' },
  questions: { keys: 'W', does: 'Show what is waiting for you' },
  ...toPages,
  help: { keys: '?', does: 'Show this help' },
}

export interface KeyPress {
  readonly key: string
  readonly ctrlKey: boolean
  readonly metaKey: boolean
  readonly altKey: boolean
}

/** Whether a key press types a character. Space is excluded, because it presses buttons and scrolls. */
export function isTyped({ key, ctrlKey, metaKey, altKey }: KeyPress): boolean {
  return /^\S$/u.test(key) && !ctrlKey && !metaKey && !altKey
}

/** The shortcut for a key press. Single keys work only if they are switched on and no field has the focus. */
export function shortcutFor(press: KeyPress, singleKeys: boolean): ShortcutName | null {
  if ((press.ctrlKey || press.metaKey) && !press.altKey) return press.key.toLowerCase() === 'k' ? 'palette' : null
  if (!singleKeys || press.altKey) return null
  for (const [name, { keys }] of Object.entries(shortcuts))
    if (keys.toLowerCase() === press.key.toLowerCase()) return name as ShortcutName
  return null
}

export const addresses = Object.fromEntries(pages.map(({ id, to }) => [`to:${id}`, to])) as Record<
  GoToPage,
  (typeof pages)[number]['to']
>

export function leadsToPage(name: ShortcutName): name is GoToPage {
  return Object.hasOwn(addresses, name)
}
