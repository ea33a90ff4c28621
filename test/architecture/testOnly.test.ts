/**
 * Finds methods and getters that no source file calls. Code that only tests need is of no use to users, but still has
 * to be maintained. The search is by name only, so it misses a method whose name occurs elsewhere. `knip` checks
 * exports.
 */
import { expect, test } from 'vitest'
import { listFiles, readText } from '#test/architecture/repository'

/** Names that the language or React calls. */
const calledByBystanders = ['constructor', 'getDerivedStateFromError']

const block = /^(?:export )?(?:abstract )?(?:class|interface) \w[^]*?^\}$/gm
const member =
  /^ {2}(?:static |async |get |override )*([a-z]\w*)(?:<.*?>)?\??\(|^ {2}readonly ([a-z]\w*)\??: \(.*\) =>/gm
/** A method or property declared in an object or a class. */
const declaration =
  /^ *(?:static |async |get |override |readonly )*([a-z]\w*)(?:(?:<.*?>)?\??\((?:[^()]|\([^()]*\))*\)(?:: .+)?(?: \{)?|\??: .+)$/gm

const withoutComments = (text: string) => text.replace(/\/\*[^]*?\*\/|(?<=^|\s)\/\/.*/g, '')

const use = /(?:\.|[{,]\s*)([a-z]\w*)/g

function namesIn(texts: readonly string[], pattern: RegExp): Set<string> {
  const matches = texts.flatMap((text) => [...text.matchAll(pattern)])
  return new Set(matches.flatMap(([, ...names]) => names.filter((name) => name !== undefined)))
}

function uncalled(texts: readonly string[]): string[] {
  const plain = texts.map(withoutComments)
  const members = namesIn(
    plain.flatMap((text) => text.match(block) ?? []),
    member,
  )
  const used = namesIn(
    plain.map((text) => text.replace(declaration, (line, name: string) => line.replace(name, ' '))),
    use,
  )
  return [...members.difference(used)].sort()
}

const sources = listFiles('src').filter((file) => /\.tsx?$/.test(file) && !/\.test\.tsx?$/.test(file))

test('every method and getter in the source is called by the source', () => {
  expect(uncalled(sources.map(readText))).toEqual(calledByBystanders)
})

test('the search finds a method, a getter and a member of a port that are only declared', () => {
  const port = 'export interface Port {\n  used(): void\n  unused(one: string): Promise<void>\n}\n'
  const made = 'const port: Port = {\n  used() {\n  },\n  async unused(one) {\n  },\n}\n'
  const owner =
    'export class Owner {\n  // it is not used by size\n  get size(): number {\n    return port.used()\n  }\n}\n'
  expect(uncalled([port, made, owner])).toEqual(['size', 'unused'])
})
