/**
 * Puts the page's entry module and everything that it imports into one chunk. Otherwise the modules that it shares with
 * later parts would be split into fifty files, and the desktop app answers each request for a file in its main process,
 * which is busy starting the engine at that time.
 */
import type { Rollup } from 'vite'

type ModuleInfo = Pick<Rollup.ModuleInfo, 'importedIds'>

/** Returns null for a module that is loaded later. The bundler groups those modules itself. */
export function firstLoadChunk(entry: string) {
  let first: ReadonlySet<string> | null = null
  return (id: string, modules: { getModuleInfo(id: string): ModuleInfo | null }): string | null => {
    first ??= importedFrom(entry, (each) => modules.getModuleInfo(each)?.importedIds ?? [])
    return first.has(id) ? 'first' : null
  }
}

function importedFrom(entry: string, importsOf: (id: string) => readonly string[]): ReadonlySet<string> {
  const found = new Set([entry])
  for (const id of found) for (const imported of importsOf(id)) found.add(imported)
  return found
}
