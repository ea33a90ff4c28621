/** Which key does what, in one table: what is bound, and what the help shows. */
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
  palette: { keys: 'Mod+K', does: 'Open the command palette' },
  addServer: { keys: 'N', does: 'Add a server' },
  importServers: { keys: 'I', does: 'Import a configuration file' },
  search: { keys: '/', does: 'Go to the search box' },
  questions: { keys: 'W', does: 'Show what waits for you' },
  ...toPages,
  help: { keys: '?', does: 'Show this help' },
}

export interface KeyPress {
  readonly key: string
  readonly ctrlKey: boolean
  readonly metaKey: boolean
  readonly altKey: boolean
}

/** Whether a key press writes something. Space presses buttons and scrolls. */
export function isTyped({ key, ctrlKey, metaKey, altKey }: KeyPress): boolean {
  return /^\S$/u.test(key) && !ctrlKey && !metaKey && !altKey
}

/** Which shortcut a key press is. Single keys count only while nothing is being typed and the person wants them. */
export function shortcutFor(press: KeyPress, singleKeys: boolean): ShortcutName | null {
  if ((press.ctrlKey || press.metaKey) && !press.altKey) return press.key.toLowerCase() === 'k' ? 'palette' : null
  if (!singleKeys || press.altKey) return null
  for (const [name, { keys }] of Object.entries(shortcuts))
    if (keys.toLowerCase() === press.key.toLowerCase()) return name as ShortcutName
  return null
}

/** The addresses that shortcuts lead to. */
export const addresses = Object.fromEntries(pages.map(({ id, to }) => [`to:${id}`, to])) as Record<
  GoToPage,
  (typeof pages)[number]['to']
>

export function leadsToPage(name: ShortcutName): name is GoToPage {
  return Object.hasOwn(addresses, name)
}
