/** An error that belongs to a state, in the form for every side. */
import { z } from 'zod'
import { cause } from '#contract/servers/cause'
import { repair } from '#contract/servers/repair'

export const stateError = z.object({
  code: z.string(),
  message: z.string(),
  /** What the person can do about it. */
  hint: z.string().optional(),
  /** The facts behind the hint, for a repair; absent if the cause is not well-known. */
  cause: cause.optional(),
  /** What repairs it, best first; absent with the cause. */
  repairs: z.array(repair).optional(),
})
