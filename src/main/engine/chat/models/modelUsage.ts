/** Tokens and what they cost. Pure. */
import type { Usage } from '#contract/chat/conversation'
import type { ModelPrice } from '#contract/chat/model'
import type { StepRow } from '#engine/store/chat/chatStoreRows'

export type CountedTokens = Omit<Usage, 'costUsd'>

export const noTokens: CountedTokens = { inputTokens: 0, outputTokens: 0, cacheReadTokens: 0, cacheWriteTokens: 0 }
/** Usage without tokens, which costs nothing at any price. */
export const noUsage: Usage = { ...noTokens, costUsd: 0 }

export function priced(tokens: CountedTokens, price: ModelPrice | null): Usage {
  if (price === null) return { ...tokens, costUsd: null }
  const { long } = price
  const { input, output, cacheRead, cacheWrite } =
    long !== undefined && promptTokens(tokens) > long.above ? long : price
  const total =
    tokens.inputTokens * input +
    tokens.outputTokens * output +
    tokens.cacheReadTokens * cacheRead +
    tokens.cacheWriteTokens * cacheWrite
  return { ...tokens, costUsd: total / 1_000_000 }
}

/** The sum of two usages. Its cost is unknown if the cost of either is unknown. */
export function addUsage(one: Usage, other: Usage): Usage {
  return {
    inputTokens: one.inputTokens + other.inputTokens,
    outputTokens: one.outputTokens + other.outputTokens,
    cacheReadTokens: one.cacheReadTokens + other.cacheReadTokens,
    cacheWriteTokens: one.cacheWriteTokens + other.cacheWriteTokens,
    costUsd: one.costUsd === null || other.costUsd === null ? null : one.costUsd + other.costUsd,
  }
}

/** The usage of these answers, and of servers' model requests during them. */
export function usagesOf(steps: readonly StepRow[]): Usage[] {
  return steps
    .flatMap(({ usage, forServers }) => [usage, forServers])
    .filter((one) => one !== null && one !== undefined)
}

/** The tokens that the model read and wrote. The next request begins with them. */
export function contextTokens(used: Usage): number {
  return promptTokens(used) + used.outputTokens
}

function promptTokens({ inputTokens, cacheReadTokens, cacheWriteTokens }: CountedTokens): number {
  return inputTokens + cacheReadTokens + cacheWriteTokens
}
