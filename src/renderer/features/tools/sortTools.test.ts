import { expect, test } from 'vitest'
import type { ToolSnapshot } from '#contract/tools/tool'
import { sortFigure, sortTools, usageByTool } from '#renderer/features/tools/sortTools.ts'
import { toolSearch, type ToolSort } from '#renderer/model/tools/toolSearch.ts'

const tool = (name: string, description: string): ToolSnapshot => ({
  server: 'git',
  name,
  publicName: name,
  title: null,
  description,
  own: null,
  inputSchema: { type: 'object' },
  annotations: undefined,
  enabled: true,
  quarantine: null,
})
const tools = [tool('log10', 'x'), tool('log9', 'x'.repeat(900)), tool('commit', 'x'.repeat(90))]
const usage = usageByTool([
  { server: 'git', name: 'commit', calls: 3, errors: 0, lastUsedAt: 60_000 },
  { server: 'git', name: 'log10', calls: 1_200, errors: 1, lastUsedAt: 30_000 },
  { server: 'other', name: 'log9', calls: 9, errors: 9, lastUsedAt: 90_000 },
])

test.each<[ToolSort | undefined, string[]]>([
  [undefined, ['log10', 'log9', 'commit']],
  ['name', ['commit', 'log9', 'log10']],
  ['tokens', ['log9', 'commit', 'log10']],
  ['calls', ['log10', 'commit', 'log9']],
  ['errors', ['log10', 'log9', 'commit']],
  ['used', ['commit', 'log10', 'log9']],
])('sorted by %s the tools are %j; a tool of the same name at another server counts for itself', (sort, names) => {
  expect(sortTools(tools, sort, usage).map(({ name }) => name)).toEqual(names)
})

test.each<[ToolSort | undefined, (string | null)[]]>([
  [undefined, [null, null, null]],
  ['tokens', [null, null, null]],
  ['calls', ['1.2k calls', 'no calls', '3 calls']],
  ['errors', ['1 error', '0 errors', '0 errors']],
  ['used', ['90 s ago', 'not used', '60 s ago']],
])('sorted by %s the figures are %j', (sort, figures) => {
  expect(tools.map((one) => sortFigure(one, sort, usage, 120_000))).toEqual(figures)
})

test('the address keeps valid text and a valid order, and drops everything else', () => {
  expect(toolSearch({ text: 'log', sort: 'used' })).toEqual({ text: 'log', sort: 'used' })
  expect(toolSearch({ text: 7, sort: 'price' })).toEqual({})
  expect(toolSearch({ text: 'x'.repeat(1_000) }).text).toHaveLength(256)
})
