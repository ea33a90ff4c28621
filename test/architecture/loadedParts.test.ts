/**
 * The browser may abort the request for a chunk that is loaded on demand. `loadPart` retries such a request, so every
 * dynamic import must go through it.
 */
import { expect, test } from 'vitest'
import { listFiles, readText } from '#test/architecture/repository'

/** `onDemand`, and the router's `atFirstUse`, call `loadPart` themselves. */
const throughLoadPart = /\b(?:loadPart|onDemand|atFirstUse)\(\s*\(\) =>\s*$/

/**
 * Returns the lines with a dynamic import that is not retried if its request fails. Methods called `import`, and type
 * imports, do not count.
 */
function loadedOnce(text: string): string[] {
  const imports = [...text.matchAll(/(?<![.\w]|typeof )import\(/g)]
  return imports
    .filter(({ index }) => !throughLoadPart.test(text.slice(0, index)))
    .map(({ index }) => text.slice(index).split('\n')[0] ?? '')
}

test('every import at first use on the page goes through `loadPart`, so that an aborted request is not an error', () => {
  const files = listFiles('src/renderer').filter((file) => /\.tsx?$/.test(file))
  const found = files.flatMap((file) => loadedOnce(readText(file)).map((line) => `${file}: ${line}`))
  expect(found).toEqual([])
})

test.each([
  ["void import('#renderer/a.ts').then(use)", 1],
  ["const { a } = await import('#renderer/a.ts')", 1],
  ["component: lazyRouteComponent(() => import('#renderer/a.tsx'), 'A'),", 1],
  ["const load = () => import(\n  '#renderer/a.ts')", 1],
  ["await loadPart(() => import('#renderer/a.ts'))", 0],
  ["const A = onDemand(\n  () => import('#renderer/a.tsx').then((module) => module.A),\n)", 0],
  ["const A = onDemand(() =>\n  import('#renderer/a.tsx').then((module) => module.A),\n)", 0],
  ["let a: typeof import('#renderer/a.ts')", 0],
  ['const result = await api.servers.import(wanted)', 0],
])('%j has %i imports that are not retried', (text, count) => {
  expect(loadedOnce(text)).toHaveLength(count)
})
