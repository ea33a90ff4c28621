/** The files in this repository, as in a clean clone. */
import { readFileSync, readdirSync } from 'node:fs'
import { join, relative, sep } from 'node:path'

export const repository = join(import.meta.dirname, '..', '..')

const notOurs = new Set(['node_modules', 'out', 'dist', 'coverage', '.git'])

/** Returns the paths of all files in a folder, relative to the repository, with forward slashes. */
export function listFiles(folder = ''): string[] {
  return readdirSync(join(repository, folder), { withFileTypes: true }).flatMap((entry) => {
    if (notOurs.has(entry.name)) return []
    const path = join(folder, entry.name)
    if (entry.isDirectory()) return listFiles(path)
    return entry.isFile() ? [relative('', path).split(sep).join('/')] : []
  })
}

export function readText(file: string): string {
  return readFileSync(join(repository, file), 'utf8')
}
