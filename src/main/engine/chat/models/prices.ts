/**
 * Model prices on the day they were looked up, because no endpoint reports them. A model that is not listed has no
 * known price.
 */
import type { ModelPrice, ModelRates } from '#contract/chat/model'

const asOf = '2026-11-18'

interface Listed {
  /** US dollars per million tokens. */
  readonly input: number
  readonly output: number
  /** The price for tokens read from the cache, as a share of the input price. */
  readonly readShare?: number
  /** The rates for requests whose prompt has more tokens than `above`. */
  readonly long?: { readonly above: number; readonly input: number; readonly output: number }
}

/** Prices by the beginning of the model's id. */
const table: Readonly<Record<string, Listed>> = {
  'claude-fable-5-2': { input: 8, output: 40 },
  'claude-fable-5-1': { input: 10, output: 50, readShare: 0.025 },
  'claude-opus-5-5': { input: 4, output: 20 },
  'claude-opus-5': { input: 5, output: 25 },
  'claude-opus-4-8': { input: 5, output: 25 },
  'claude-opus-4-7': { input: 5, output: 25 },
  'claude-opus-4-6': { input: 5, output: 25 },
  'claude-sonnet-5-5': { input: 2, output: 10 },
  'claude-sonnet-5': { input: 2, output: 10 },
  'claude-sonnet-4-6': { input: 3, output: 15 },
  'claude-haiku-5-5': { input: 0.1, output: 0.5, long: { above: 100_000, input: 0.5, output: 2.5 } },
  'claude-haiku-4-5': { input: 1, output: 5 },
}
const usualReadShare = 0.1
const writeShare = 1.25

/** An id may end with a date. */
export function priceOf(model: string): ModelPrice | null {
  const found = Object.entries(table).find(([id]) => model === id || model.startsWith(`${id}-2`))
  if (found === undefined) return null
  const [, { input, output, readShare = usualReadShare, long }] = found
  return {
    ...rates(input, output, readShare),
    ...(long === undefined ? {} : { long: { above: long.above, ...rates(long.input, long.output, readShare) } }),
    asOf,
  }
}

function rates(input: number, output: number, readShare: number): ModelRates {
  return { input, output, cacheRead: input * readShare, cacheWrite: input * writeShare }
}
