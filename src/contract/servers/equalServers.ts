/** Servers that are launched alike in different projects, and could be one. */
import { z } from 'zod'
import { slug } from '#contract/servers/server'

export const equalServers = z.object({
  /** The oldest, which would stay. */
  slug,
  /** Those that would become it: they are found by these still. */
  others: z.array(slug),
  /** The ids of the projects that would have it. */
  projects: z.array(z.string()),
  /** The names of settings in which they differ: those of the oldest would hold. */
  differs: z.array(z.string()),
})
export type EqualServers = z.infer<typeof equalServers>
