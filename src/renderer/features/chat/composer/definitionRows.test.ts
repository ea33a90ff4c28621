import { expect, test } from 'vitest'
import { definitionRows } from '#renderer/features/chat/composer/definitionRows.ts'

const server = (name: string, tokens: number) => ({ server: name, tokens, tools: [] })
const many = Array.from({ length: 12 }, (_, index) => server(`s${index}`, index + 1))

test.each([
  ['servers alone', { tools: 30, servers: [server('one', 10), server('two', 20)] }, 2],
  ['a search in place of the tools', { tools: 202, servers: [] }, 1],
  ['some tools and a search', { tools: 210, servers: [server('one', 10)] }, 2],
  ['more servers than are shown', { tools: 78, servers: many }, 9],
  ['nothing', { tools: 0, servers: [] }, 0],
])('the rows add up to the total above them: %s', (_, estimate, count) => {
  const rows = definitionRows(estimate)
  expect(rows).toHaveLength(count)
  expect(rows.reduce((sum, { tokens }) => sum + tokens, 0)).toBe(estimate.tools)
})
