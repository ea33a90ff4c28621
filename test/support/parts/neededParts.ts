/**
 * Finds the parts that a run of some test files needs, by their text, so that a single file installs only its own
 * parts.
 */
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { type PartName, partNames } from '#test/support/parts/parts'

const tests = join(import.meta.dirname, '..', '..')

/** Finds `hasPart('…')`, which every use of a part contains. */
export function neededParts(files: readonly string[]): PartName[] {
  const called = textsBehind(files).flatMap((text) => [...text.matchAll(/\bhasPart\('(\w+)'\)/g)])
  const names = new Set(called.map(([, name]) => name))
  return partNames.filter((name) => names.has(name))
}

export function needTestServers(files: readonly string[]): boolean {
  return textsBehind(files).some((text) => text.includes('serverFile('))
}

/** Returns the texts of these files and of every test module that they import. */
function textsBehind(files: readonly string[]): string[] {
  const texts = new Map<string, string>()
  const read = (file: string) => {
    if (texts.has(file) || !existsSync(file)) return
    const text = readFileSync(file, 'utf8')
    texts.set(file, text)
    for (const [, path = ''] of text.matchAll(/'#test\/([\w/]+)'/g)) read(join(tests, `${path}.ts`))
  }
  for (const file of files) read(file)
  return [...texts.values()]
}
