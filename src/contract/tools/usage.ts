/** How much a tool was used, by the kept records of calls. */
import { z } from 'zod'

export const toolUsage = z.object({
  server: z.string(),
  /** The server's name for it. */
  name: z.string(),
  calls: z.number(),
  /** Calls that failed; among them those whose result reports an error. */
  errors: z.number(),
  lastUsedAt: z.number(),
})
export type ToolUsage = z.infer<typeof toolUsage>
