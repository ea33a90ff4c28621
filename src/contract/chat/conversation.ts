/** A conversation's data other than its messages, in the shape that contract and store share. */
import { z } from 'zod'

export const conversationId = z.string().min(1).max(64)
export const messageId = z.string().min(1).max(64)

/** Tokens as the model counted them, and their cost; `costUsd` is null if the price is unknown. */
export const usage = z.object({
  inputTokens: z.number(),
  outputTokens: z.number(),
  cacheReadTokens: z.number(),
  cacheWriteTokens: z.number(),
  costUsd: z.number().nullable(),
})
export type Usage = z.infer<typeof usage>

export const runLimits = z.object({
  /** How many answers the model may give in one turn, with tool calls between them. */
  steps: z.number().int().min(1).max(1000).default(50),
  /**
   * A turn that has cost this much gets no further answer. Null: no limit. The limit has no effect if the price is
   * unknown.
   */
  costUsd: z.number().positive().max(10_000).nullable().default(null),
})
export type RunLimits = z.infer<typeof runLimits>
