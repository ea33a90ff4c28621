/** A project: a set of servers and the rules under which they are seen. */
import { z } from 'zod'
import { naming } from '#contract/tool'

export const startMode = z.enum(['lazy', 'eager', 'strict'])
export type StartMode = z.infer<typeof startMode>

export const project = z.object({
  id: z.string(),
  name: z.string(),
  naming,
  /** Template of a prefixed name, for example `{server}__{tool}`. */
  prefix: z.string(),
  start: startMode,
  /** The configuration file this project mirrors, or null when it lives in the store. */
  file: z.string().nullable(),
})
export type Project = z.infer<typeof project>
