/** The error in a state, in the shape that every side uses. */
import { z } from 'zod'
import { cause } from '#contract/servers/cause'
import { repair } from '#contract/servers/repair'

export const stateError = z.object({
  code: z.string(),
  message: z.string(),
  /** What the person can do about the error. */
  hint: z.string().optional(),
  /** The facts behind the hint, for a repair. Absent if the cause is not well-known. */
  cause: cause.optional(),
  /** Repairs, best first. Absent if the cause is not well-known. */
  repairs: z.array(repair).optional(),
})
