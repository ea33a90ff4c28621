/** Which key does what, in one table: what is bound, and what the help shows. */
export type ShortcutName = 'palette' | 'help' | 'addServer' | 'importServers' | 'search'

export interface Shortcut {
  readonly keys: string
  readonly does: string
}

export const shortcuts: Readonly<Record<ShortcutName, Shortcut>> = {
  palette: { keys: 'Mod+K', does: 'Open the command palette' },
  addServer: { keys: 'N', does: 'Add a server' },
  importServers: { keys: 'I', does: 'Import a configuration file' },
  search: { keys: '/', does: 'Go to the search box' },
  help: { keys: '?', does: 'Show this help' },
}

export interface KeyPress {
  readonly key: string
  readonly ctrlKey: boolean
  readonly metaKey: boolean
  readonly altKey: boolean
}

/** Which shortcut a key press is. Single keys count only while nothing is being typed and the person wants them. */
export function shortcutFor(press: KeyPress, singleKeys: boolean): ShortcutName | null {
  if ((press.ctrlKey || press.metaKey) && !press.altKey) return press.key.toLowerCase() === 'k' ? 'palette' : null
  if (!singleKeys || press.altKey) return null
  for (const [name, { keys }] of Object.entries(shortcuts))
    if (keys.toLowerCase() === press.key.toLowerCase()) return name as ShortcutName
  return null
}
