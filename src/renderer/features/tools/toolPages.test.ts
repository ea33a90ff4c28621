import { expect, test } from 'vitest'
import type { ToolSnapshot } from '#contract/tools/tool'
import { offeredCost, shortCount, toolCost } from '#renderer/model/tools/toolCost.ts'
import { filterTools } from '#renderer/model/tools/toolFilter.ts'
import { toolSearch } from '#renderer/model/tools/toolSearch.ts'

const tool = (server: string, name: string, part: Partial<ToolSnapshot> = {}): ToolSnapshot => ({
  server,
  name,
  publicName: name,
  title: null,
  description: '',
  own: null,
  inputSchema: { type: 'object' },
  annotations: undefined,
  enabled: true,
  quarantine: null,
  ...part,
})
const tools = [
  tool('git', 'commit', { description: 'Writes a commit' }),
  tool('git', 'search', { enabled: false, publicName: null }),
  tool('files', 'search', { title: 'Find Files' }),
  tool('files', 'odd', { quarantine: 'no schema', publicName: null }),
]
const both = new Set(['git', 'files'])
const names = (found: readonly ToolSnapshot[]) => found.map((one) => `${one.server}/${one.name}`)

test.each([
  [both, {}, '', ['git/commit', 'git/search', 'files/search', 'files/odd']],
  [new Set(['files']), {}, '', ['files/search', 'files/odd']],
  [both, { server: 'git' }, 'SEARCH', ['git/search']],
  [both, { state: 'on' }, '', ['git/commit', 'files/search']],
  [both, { state: 'off' }, '', ['git/search']],
  [both, { state: 'quarantined' }, '', ['files/odd']],
  [both, {}, 'files find', ['files/search']],
  [both, {}, 'writes nothing', []],
] as const)('of the servers %o with %o and "%s" there are %j', (servers, filter, search, expected) => {
  expect(names(filterTools(tools, servers, filter, search))).toEqual(expected)
})

test('tools that changed since a person allowed them can be found: they ask again', () => {
  const [commit] = tools
  const changed = new Set([`${commit?.server}/${commit?.name}`, 'gone/tool'])
  const found = filterTools(tools, new Set(tools.map(({ server }) => server)), { state: 'changed' }, '', changed)
  expect(names(found)).toEqual(names(tools.slice(0, 1)))
})

test('a tool is found, and costs, by the description of its project instead of that of its server', () => {
  const plain = tool('git', 'push', { description: 'Sends '.repeat(200) })
  const own = { ...plain, own: { name: null, description: 'Publishes' } }
  expect(names(filterTools([own], both, {}, 'publishes'))).toEqual(['git/push'])
  expect(toolCost(own)).toBeLessThan(toolCost(plain) / 4)
})

test('tools that no client sees cost nothing', () => {
  const [commit, , search] = tools
  expect(offeredCost(tools)).toBe((commit && toolCost(commit))! + (search && toolCost(search))!)
})

test.each([
  [999, '999'],
  [1200, '1.2k'],
  [9960, '10k'],
  [34_400, '34k'],
])('%d is written %s', (count, text) => {
  expect(shortCount(count)).toBe(text)
})

test('an invalid address shows everything, not nothing', () => {
  expect(toolSearch({ state: 'nonsense', server: 7 })).toEqual({})
  expect(toolSearch({ state: 'off', server: 'git' })).toEqual({ state: 'off', server: 'git' })
})
