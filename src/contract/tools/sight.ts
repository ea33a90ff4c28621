/** What a client sees of the tools there are, and why it does not see the others. */
import { z } from 'zod'
import { slug } from '#contract/servers/server'

/**
 * Why a tool is hidden. `serverOff`, `toolOff`: switched off in the project. `notChosen`: not chosen for this client.
 * `quarantined`: its definition is not sound. `differs`: its input differs from that of its group. `overridden`: another
 * tool has its name. `appOnly`: it is for pages of servers, not for models.
 */
export const hiddenReason = z.enum([
  'serverOff',
  'toolOff',
  'notChosen',
  'quarantined',
  'differs',
  'overridden',
  'appOnly',
])
export type HiddenReason = z.infer<typeof hiddenReason>

export const toolInSight = z.object({
  server: slug,
  /** As its server calls it. */
  name: z.string(),
  title: z.string().nullable(),
  /** As the client sees it; null while it does not. */
  publicName: z.string().nullable(),
  /** Null for a tool that is seen. */
  hidden: hiddenReason.nullable(),
  /** What there is to say about that, where the reason alone does not. */
  detail: z.string().nullable(),
  /** It is not what it was when it was used first: its next call waits for a person. */
  isChanged: z.boolean(),
})
export type ToolInSight = z.infer<typeof toolInSight>
