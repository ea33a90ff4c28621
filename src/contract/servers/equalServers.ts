/** Servers with the same launch in different projects, which can be united. */
import { z } from 'zod'
import { slug } from '#contract/servers/server'

export const equalServers = z.object({
  /** The oldest of these servers, which would stay. */
  slug,
  /** The servers that would merge into the oldest. Their slugs would lead to it. */
  others: z.array(slug),
  /** The ids of the projects that would have the united server. */
  projects: z.array(z.string()),
  /** Names of settings that differ. The oldest server's settings would apply. */
  differs: z.array(z.string()),
})
export type EqualServers = z.infer<typeof equalServers>
