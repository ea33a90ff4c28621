import { describe, expect, it } from 'vitest'
import { noTokens, priced } from '#engine/chat/models/modelUsage'
import { priceOf } from '#engine/chat/models/prices'

const million = 1_000_000

describe('[R32] prices', () => {
  it.each([
    ['claude-sonnet-5-5', { outputTokens: million }, 10],
    ['claude-sonnet-5-5-20261001', { inputTokens: million }, 2],
    // A longer name does not get the price of claude-opus-5.
    ['claude-opus-5-5', { inputTokens: million }, 4],
    ['claude-sonnet-5-5', { cacheReadTokens: million }, 0.2],
    ['claude-sonnet-5-5', { cacheWriteTokens: million }, 2.5],
    // The whole prompt counts, cached or not. Above the limit, every part of the request costs more.
    ['claude-haiku-5-5', { inputTokens: 100_000, outputTokens: 1000 }, 0.01 + 0.0005],
    ['claude-haiku-5-5', { inputTokens: 100_001, outputTokens: 1000 }, 0.050_000_5 + 0.0025],
    ['claude-haiku-5-5', { inputTokens: 1, cacheReadTokens: 100_000 }, 0.000_000_5 + 0.005],
    ['claude-haiku-5-5', { inputTokens: 1, outputTokens: 200_000 }, 0.000_000_1 + 0.1],
    ['somebody-else', { inputTokens: 1 }, null],
    ['claude-sonnet-5x', { inputTokens: 1 }, null],
  ])('the price of %s for %j is %s dollars', (model, tokens, dollars) => {
    const { costUsd } = priced({ ...noTokens, ...tokens }, priceOf(model))
    if (dollars === null) expect(costUsd).toBeNull()
    else expect(costUsd).toBeCloseTo(dollars, 9)
  })
})
