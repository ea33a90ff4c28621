/** What is kept of a conversation beside its messages, in the shapes of the contract and of the store. */
import { z } from 'zod'

export const conversationId = z.string().min(1).max(64)
export const messageId = z.string().min(1).max(64)

/** Tokens as the model counted them, and what they cost; `costUsd` is null where the price is not known. */
export const usage = z.object({
  inputTokens: z.number(),
  outputTokens: z.number(),
  cacheReadTokens: z.number(),
  cacheWriteTokens: z.number(),
  costUsd: z.number().nullable(),
})
export type Usage = z.infer<typeof usage>

export const runLimits = z.object({
  /** So many answers of the model in one turn, tool calls between them. */
  steps: z.number().int().min(1).max(1000).default(50),
  /** A turn that has cost so much is given no further answer. Null: no limit; none either where the price is not known. */
  costUsd: z.number().positive().max(10_000).nullable().default(null),
})
export type RunLimits = z.infer<typeof runLimits>
