/**
 * The chunk of a page's module: one for everything that the page needs before it runs. Modules that it shares with
 * later parts would be split into fifty files, and the desktop app answers each request in its main process, which
 * starts the engine meanwhile.
 */
import type { Rollup } from 'vite'

type ModuleInfo = Pick<Rollup.ModuleInfo, 'importedIds'>

/** Null for a module that is loaded later; the bundler groups those itself. */
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
