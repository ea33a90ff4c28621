/** What models cost, as it was when it was looked up: no endpoint tells it. A model that is not here has no known price. */
import type { ModelPrice } from '#contract/model'

const asOf = '2026-11-18'

/** Beginnings of ids, the longest first where one is the beginning of another; US dollars for a million tokens. */
const table: readonly (readonly [idPrefix: string, input: number, output: number, readShare?: number])[] = [
  ['claude-fable-5-2', 8, 40],
  ['claude-fable-5-1', 10, 50, 0.025],
  ['claude-opus-5-5', 4, 20],
  ['claude-opus-5', 5, 25],
  ['claude-opus-4-8', 5, 25],
  ['claude-opus-4-7', 5, 25],
  ['claude-opus-4-6', 5, 25],
  ['claude-sonnet-5-5', 2, 10],
  ['claude-sonnet-5', 2, 10],
  ['claude-sonnet-4-6', 3, 15],
  ['claude-haiku-4-5', 1, 5],
]
const usualReadShare = 0.1
const writeShare = 1.25

export function priceOf(model: string): ModelPrice | null {
  const found = table.find(([idPrefix]) => model === idPrefix || model.startsWith(`${idPrefix}-2`))
  if (found === undefined) return null
  const [, input, output, readShare = usualReadShare] = found
  return { input, output, cacheRead: input * readShare, cacheWrite: input * writeShare, asOf }
}
