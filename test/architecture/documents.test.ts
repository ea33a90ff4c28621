/** Checks that the paths in the documents for contributors exist. Catches a path to a file that was moved. */
import { expect, test } from 'vitest'
import { listFiles, readText } from '#test/architecture/repository'

const stems = listFiles().map(stemOf)
const places = new Set(stems.flatMap((stem) => stem.split('/').map((_, at, parts) => parts.slice(0, at + 1).join('/'))))
/**
 * Every path, whole and without its first folders, because documents name files relative to the folder that they
 * describe.
 */
const endings = new Set(
  [...places].flatMap((place) => place.split('/').map((_, at, parts) => parts.slice(at).join('/'))),
)

function stemOf(path: string): string {
  return path.replace(/(?:\.test)?\.(?:tsx?|mjs|md|ya?ml|json)$/, '')
}

/** Expands `a/{b,c/{d,e}}` to `a/b`, `a/c/d` and `a/c/e`. */
function expanded(path: string): string[] {
  const inner = /\{([^{}]*)\}/.exec(path)
  if (inner === null) return [path]
  const [whole, choices = ''] = inner
  return choices.split(',').flatMap((choice) => expanded(path.replace(whole, choice)))
}

function pathsIn(text: string): string[] {
  return [...text.matchAll(/`([^`\n]+)`/g)]
    .flatMap(([, quoted = '']) => expanded(quoted))
    .filter((path) => /^[A-Za-z][\w.-]*(?:\/[\w.-]+)+\/?$/.test(path))
}

test.each(['ARCHITECTURE.md', 'CONTRIBUTING.md'])('%s names files and folders that exist', (document) => {
  const paths = pathsIn(readText(document))
  expect(paths.length).toBeGreaterThan(20)
  expect(paths.filter((path) => !endings.has(stemOf(path).replace(/\/$/, '')))).toEqual([])
})
