/** The SDK's part in sign-ins is large, so no start may load it. The tests follow the imports in the sources. */
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { readText, repository } from '#test/architecture/repository'

const sdk = '@modelcontextprotocol/client'
const engine = 'src/main/engine'

/** Returns the modules that are loaded together with a file, without types and without imports at first use. */
function loadedBy(file: string): string[] {
  const statements = readText(file).matchAll(/^(?:import|export) (?!type\b)([^;]*?) from '([^']+)'/gms)
  return [...statements].filter(([, names = '']) => !isTypesOnly(names)).map(([, , from = '']) => from)
}

function isTypesOnly(names: string): boolean {
  const inBraces = /^\{(.*)\}$/s.exec(names.trim())?.[1]
  return inBraces !== undefined && inBraces.split(',').every((name) => /^\s*(?:type\b.*)?$/s.test(name))
}

function reachable(from: string): ReadonlyMap<string, readonly string[]> {
  const found = new Map<string, readonly string[]>()
  const visit = (file: string) => {
    if (found.has(file) || !existsSync(join(repository, file))) return
    const loaded = loadedBy(file)
    found.set(file, loaded)
    for (const name of loaded)
      if (name.startsWith('#engine/')) visit(`${engine}/${name.slice('#engine/'.length)}.ts`)
      else if (name.startsWith('#contract/')) visit(`src/contract/${name.slice('#contract/'.length)}.ts`)
  }
  visit(from)
  return found
}

// Catches one plain import in the sign-in code, which costs every start about 13 MB and 50 ms.
test('the sign-ins of an engine load neither the SDK nor the modules that talk to issuers', () => {
  const files = reachable(`${engine}/signIn/signIns.ts`)
  expect(files.size).toBeGreaterThan(15)
  expect([...files].filter(([, loaded]) => loaded.includes(sdk)).map(([file]) => file)).toEqual([])
  expect([...files.keys()].filter((file) => /signIn\/(?:flow|discovery)\//.test(file))).toEqual([])
})

test('the modules that talk to issuers load the SDK, which proves that the search can find it', () => {
  expect(readText(`${engine}/signIn/flow/sdk.ts`)).toContain(`import('${sdk}')`)
  expect([...reachable(`${engine}/signIn/flow/refresh.ts`).keys()]).toContain(`${engine}/signIn/flow/tokens.ts`)
})
