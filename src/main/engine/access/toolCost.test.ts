import { expect, test } from 'vitest'
import { totalCost } from '#engine/access/toolCost'
import { estimatedTokens } from '#contract/text/tokens'

// Catches a total that is not the sum of its parts.
test('adds up the cost of tools, by server, most expensive first', () => {
  const tools = [
    { name: 'a', server: 'small', estimatedTokens: 5 },
    { name: 'b', server: 'large', estimatedTokens: 70 },
    { name: 'c', server: 'small', estimatedTokens: 6 },
  ]
  expect(totalCost(tools)).toEqual({
    tools: 3,
    estimatedTokens: 81,
    servers: [
      { server: 'large', tools: 1, estimatedTokens: 70 },
      { server: 'small', tools: 2, estimatedTokens: 11 },
    ],
  })
  expect(totalCost([])).toEqual({ tools: 0, estimatedTokens: 0, servers: [] })
  expect(estimatedTokens('{"name":"x"}')).toBe(3)
})
