/** Taking servers over: what stands in the way, what a person chooses, and what came of it. */
import { z } from 'zod'
import { givenId, givenName, givenNames } from '#contract/inputBounds'
import { serverName, serverSnapshot, slug } from '#contract/servers/server'

export const importChecks = z.object({
  /** Another server of the project has the name already. */
  clash: z.object({ server: slug, freeName: z.string() }).nullable(),
  /** The command, where it is not found on this machine. */
  missing: z.string().nullable(),
})
export type ImportChecks = z.infer<typeof importChecks>

/** By the names of the preview. Whose name is taken is renamed or replaced; without either it fails, and the rest goes on. */
export const importChoice = z.object({
  names: givenNames.min(1),
  rename: z.record(givenName, serverName).default({}),
  /** They take the place of the server that has their name. */
  replace: givenNames.default([]),
  /** Where they go, by id or name; the default project if none is named. */
  projectId: givenId.optional(),
})
export type ImportChoice = z.infer<typeof importChoice>

const failedImport = z.object({ name: z.string(), message: z.string() })
export type FailedImport = z.infer<typeof failedImport>

export const importResult = z.object({
  /** Names it to whoever undoes it. */
  id: z.string(),
  servers: z.array(serverSnapshot),
  /** Those that could not be taken, by their names in the preview. */
  failed: z.array(failedImport),
})
export type ImportResult = z.infer<typeof importResult>

export const undoneImport = z.object({ removed: z.array(slug), restored: z.array(serverSnapshot) })
