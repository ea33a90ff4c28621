/** Which parts a run of some test files needs, read off their text: a single file brings only its own parts. */
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { type PartName, partNames } from '#test/support/parts/parts'

const tests = join(import.meta.dirname, '..', '..')

/** Follows what each file imports of the tests; whoever uses a part calls `hasPart('…')`, which nothing can use it without. */
export function neededParts(files: readonly string[]): PartName[] {
  const seen = new Set<string>()
  const found = new Set<string>()
  const read = (file: string) => {
    if (seen.has(file) || !existsSync(file)) return
    seen.add(file)
    const text = readFileSync(file, 'utf8')
    for (const [, name = ''] of text.matchAll(/\bhasPart\('(\w+)'\)/g)) found.add(name)
    for (const [, path = ''] of text.matchAll(/'#test\/([\w/]+)'/g)) read(join(tests, `${path}.ts`))
  }
  for (const file of files) read(file)
  return partNames.filter((name) => found.has(name))
}
