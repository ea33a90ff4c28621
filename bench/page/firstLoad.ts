/** Measures the JavaScript that a browser needs before the page runs: the entry modules and their static imports. */
import { readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { gzipSync } from 'node:zlib'

const entryScript = /<(?:script|link)[^>]+(?:src|href)="([^"]+\.js)"/g
const staticImport = /(?:^|[;}\n])\s*(?:import|export)\s*(?:[\w$*{][^"'()]*?from\s*)?["'](\.[^"']+\.js)["']/g

export function firstLoadGzipBytes(pageFolder: string): number {
  const html = readFileSync(join(pageFolder, 'index.html'), 'utf8')
  const found = new Set<string>()
  const visit = (file: string): void => {
    if (found.has(file)) return
    found.add(file)
    const source = readFileSync(file, 'utf8')
    for (const [, path = ''] of source.matchAll(staticImport)) visit(join(dirname(file), path))
  }
  for (const [, path = ''] of html.matchAll(entryScript)) visit(join(pageFolder, path))
  if (found.size === 0) throw new Error('The built page names no script.')
  return [...found].reduce((sum, file) => sum + gzipSync(readFileSync(file)).length, 0)
}
