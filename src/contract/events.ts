/** What the engine tells every page and command that listens. Events broadcast state; they never steer anything. */
import { z } from 'zod'
import { serverSnapshot, slug } from '#contract/server'

export const engineEvent = z.discriminatedUnion('type', [
  z.object({ type: z.literal('server.changed'), server: serverSnapshot }),
  z.object({ type: z.literal('server.removed'), slug }),
  /** The tools of this server, or which of them are on, are not what they were. */
  z.object({ type: z.literal('tools.changed'), slug }),
])
export type EngineEvent = z.infer<typeof engineEvent>
