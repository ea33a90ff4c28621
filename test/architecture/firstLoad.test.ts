/** The download before the page is usable stays small. These tests need a build. */
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { gzipSync } from 'node:zlib'
import { expect, test } from 'vitest'
import { listFiles, readText } from '#test/architecture/repository'

const page = join(import.meta.dirname, '..', '..', 'out', 'renderer')
const maxBytes = 250 * 1024

/** Returns the scripts that the page names, and everything that they import before they run. */
function eagerScripts(): string[] {
  const html = readFileSync(join(page, 'index.html'), 'utf8')
  const found = new Set<string>()
  const waiting = [...html.matchAll(/(?:src|href)="\.\/([^"]+\.js)"/g)].map((match) => match[1] ?? '')
  for (let path = waiting.pop(); path !== undefined; path = waiting.pop()) {
    if (found.has(path)) continue
    found.add(path)
    const code = readFileSync(join(page, path), 'utf8')
    for (const match of code.matchAll(/(?:^|[;}])\s*(?:import|export)\b[^"'()]*?["']\.\/([^"']+\.js)["']/g))
      waiting.push(`assets/${match[1]}`)
  }
  return [...found]
}

test('the scripts of the first load are at most 250 KB, compressed', () => {
  const sizes = eagerScripts().map((path) => [path, gzipSync(readFileSync(join(page, path))).length] as const)
  const total = sizes.reduce((sum, [, size]) => sum + size, 0)
  expect(sizes.length).toBeGreaterThan(1)
  expect(total).toBeLessThanOrEqual(maxBytes)
})

test('the first load has only a few files, because the desktop app answers each request in its main process', () => {
  expect(eagerScripts().length).toBeLessThanOrEqual(4)
})

test('the first load contains no form schemas, because a list needs no validation', () => {
  const withSchemas = eagerScripts().filter((path) => readFileSync(join(page, path), 'utf8').includes('ZodObject'))
  expect(withSchemas).toEqual([])
})

test('no script or style is written into the page itself, so that the content policy can forbid both', () => {
  const html = readFileSync(join(page, 'index.html'), 'utf8')
  expect(html).not.toMatch(/<style|<script(?![^>]*\bsrc=)|\son\w+=|style=/)
  expect(html).not.toContain('unsafe')
})

test('parts that are loaded later use `onDemand`, because React’s `lazy` loses characters typed right after a shortcut', () => {
  const files = listFiles('src/renderer').filter((file) => /\.tsx?$/.test(file))
  expect(
    files.filter((file) => /import \{[^}]*\b(?:lazy|Suspense)\b[^}]*\} from 'react'/.test(readText(file))),
  ).toEqual([])
})
