/** Importing servers: the problems found, a person's choices, and the result. */
import { z } from 'zod'
import { givenId, givenName, givenNames } from '#contract/inputBounds'
import { serverName, serverSnapshot, slug } from '#contract/servers/server'

export const importChecks = z.object({
  /** Another server in the project already has this name. */
  clash: z.object({ server: slug, freeName: z.string() }).nullable(),
  /** The command, if this machine does not have it. */
  missing: z.string().nullable(),
})
export type ImportChecks = z.infer<typeof importChecks>

/**
 * Chooses servers by their names in the preview. A server whose name is taken must be renamed, or must replace the
 * existing server. Otherwise that server is not imported, and the others are.
 */
export const importChoice = z.object({
  names: givenNames.min(1),
  rename: z.record(givenName, serverName).default({}),
  /** The servers that replace existing servers with the same names. */
  replace: givenNames.default([]),
  /** The target project, by id or name; by default the default project. */
  projectId: givenId.optional(),
})
export type ImportChoice = z.infer<typeof importChoice>

const failedImport = z.object({ name: z.string(), message: z.string() })
export type FailedImport = z.infer<typeof failedImport>

export const importResult = z.object({
  /** The id to undo this import. */
  id: z.string(),
  servers: z.array(serverSnapshot),
  /** Servers that could not be imported, by their names in the preview. */
  failed: z.array(failedImport),
})
export type ImportResult = z.infer<typeof importResult>

export const undoneImport = z.object({ removed: z.array(slug), restored: z.array(serverSnapshot) })
