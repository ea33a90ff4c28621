/** Servers with the same launch in different projects, which could be united. */
import { z } from 'zod'
import { slug } from '#contract/servers/server'

export const equalServers = z.object({
  /** The oldest, which would stay. */
  slug,
  /** Those that would become it; these slugs would still lead to it. */
  others: z.array(slug),
  /** The ids of the projects that would have it. */
  projects: z.array(z.string()),
  /** Names of settings that differ: those of the oldest would apply. */
  differs: z.array(z.string()),
})
export type EqualServers = z.infer<typeof equalServers>
