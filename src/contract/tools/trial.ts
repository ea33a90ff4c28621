/** What a person sees of a call made by hand: progress as it comes, then the result. */
import { z } from 'zod'
import { toolResult } from '#contract/tools/tool'

export const trialProgress = z.object({
  progress: z.number(),
  total: z.number().nullable(),
  message: z.string().nullable(),
})
export type TrialProgress = z.infer<typeof trialProgress>

/** The result comes last, and once. */
export const trialEvent = z.discriminatedUnion('type', [
  z.object({ type: z.literal('progress'), ...trialProgress.shape }),
  z.object({ type: z.literal('result'), result: toolResult }),
])
export type TrialEvent = z.infer<typeof trialEvent>
