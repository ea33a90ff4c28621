/** The suite that drives Switchboard from outside shares no code with Switchboard. */
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { listFiles, readText, repository } from '#test/architecture/repository'

const ofTheSource = /^#(engine|contract|main|renderer|bench)\/|(^|\/)src\/|(^|\/)out\//

function specifiersOf(text: string): string[] {
  return [...text.matchAll(/(?:\bfrom\s*|\bimport\s*\(?\s*)["']([^"'\n]+)["']/g)].flatMap((match) => match[1] ?? [])
}

/** Returns every file of this repository that the entries import, directly or indirectly. */
function reachable(entries: readonly string[]): Map<string, string[]> {
  const found = new Map<string, string[]>()
  const waiting = [...entries]
  for (let file = waiting.pop(); file !== undefined; file = waiting.pop()) {
    if (found.has(file)) continue
    const specifiers = specifiersOf(readText(file))
    found.set(file, specifiers)
    for (const specifier of specifiers) {
      const path = specifier.startsWith('#test/') ? `test/${specifier.slice('#test/'.length)}.ts` : null
      if (path !== null && existsSync(join(repository, path))) waiting.push(path)
    }
  }
  return found
}

test('test/outside imports nothing from src, not even indirectly', () => {
  const files = reachable(listFiles('test/outside').filter((file) => file.endsWith('.ts')))
  expect(files.size).toBeGreaterThan(20)
  const imports = [...files].flatMap(([file, specifiers]) => specifiers.map((specifier) => [file, specifier]))
  expect(imports.filter(([, specifier = '']) => ofTheSource.test(specifier))).toEqual([])
})
