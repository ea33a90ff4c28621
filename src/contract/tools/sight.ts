/** Which tools a client sees, and why it does not see the others. */
import { z } from 'zod'
import { slug } from '#contract/servers/server'

/**
 * Why a tool is hidden. `serverOff`, `toolOff`: switched off in the project. `notChosen`: not chosen for this client.
 * `quarantined`: its definition is invalid. `differs`: its input differs from the rest of its group. `overridden`:
 * another tool has its name. `appOnly`: meant for servers' pages, not for models.
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
  /** The server's name for the tool. */
  name: z.string(),
  title: z.string().nullable(),
  /** The client's name for the tool; null while hidden. */
  publicName: z.string().nullable(),
  /** Null for a visible tool. */
  hidden: hiddenReason.nullable(),
  /** More about the reason, if needed. */
  detail: z.string().nullable(),
  /** The tool has changed since its first use, so its next call waits for a person. */
  isChanged: z.boolean(),
})
export type ToolInSight = z.infer<typeof toolInSight>
