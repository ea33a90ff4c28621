/** Tokens, cost and time in as few words as possible. Pure. */
import type { Usage } from '#contract/chat/conversation'
import { shortCount } from '#renderer/model/tools/toolCost.ts'

export function costText(costUsd: number | null): string | null {
  if (costUsd === null) return null
  if (costUsd === 0) return '$0'
  return costUsd < 0.01 ? '< $0.01' : `$${costUsd.toFixed(2)}`
}

const sentTokens = ({ inputTokens, cacheReadTokens, cacheWriteTokens }: Usage) =>
  inputTokens + cacheReadTokens + cacheWriteTokens

/** `12k in, 800 out, $0.03`; null if nothing was used. */
export function usageText(usage: Usage | null): string | null {
  if (usage === null) return null
  const sent = sentTokens(usage)
  if (sent + usage.outputTokens === 0) return null
  const cost = costText(usage.costUsd)
  return `${shortCount(sent)} in, ${shortCount(usage.outputTokens)} out${cost === null ? '' : `, ${cost}`}`
}

/** All figures, one per line. */
export function usageDetail(usage: Usage): string {
  const sent = sentTokens(usage)
  const share = sent === 0 ? 0 : Math.round((100 * usage.cacheReadTokens) / sent)
  const cost = costText(usage.costUsd)
  return [
    `${sent.toLocaleString()} tokens sent`,
    `${usage.cacheReadTokens.toLocaleString()} of them from the cache (${share} %)`,
    `${usage.cacheWriteTokens.toLocaleString()} written to the cache`,
    `${usage.outputTokens.toLocaleString()} tokens received`,
    cost === null ? 'price unknown' : `${cost} in total`,
  ].join('\n')
}
