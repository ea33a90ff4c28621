/** How often each tool was used, counted from the stored records of calls. */
import { z } from 'zod'

export const toolUsage = z.object({
  server: z.string(),
  /** The server's name for the tool. */
  name: z.string(),
  calls: z.number(),
  /** Failed calls, including those whose result reports an error. */
  errors: z.number(),
  lastUsedAt: z.number(),
})
export type ToolUsage = z.infer<typeof toolUsage>
