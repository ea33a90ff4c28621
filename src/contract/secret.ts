/** Secrets as every side sees them: by name. No route gives a value back. */
import { z } from 'zod'
import { givenId, givenPath } from '#contract/inputBounds'
import { slug } from '#contract/servers/server'

export const secretName = z
  .string()
  .regex(/^[A-Za-z0-9_][A-Za-z0-9_.-]{0,199}$/, 'a name is 1 to 200 of A-Z, a-z, 0-9, _, . and -')

export const secretValue = z
  .string()
  .min(1, 'a value is needed')
  .max(4_000_000, 'a value has at most 4,000,000 characters')

/** Whose secret it is: a project's, by id or name, or a configuration file's own; the default project's if neither is named. */
export const secretOwner = z.object({
  projectId: givenId.optional(),
  /** An absolute path. Goes before `projectId`. */
  file: givenPath.optional(),
})
export type SecretOwner = z.infer<typeof secretOwner>

/** What people allowed beyond a project's own secrets. */
export const permissions = z.object({
  /** Whether launches may use the engine's environment by `${env:NAME}`. */
  environment: z.boolean(),
  /** The configuration files that this engine follows, and whose secrets beside their own they may use. */
  files: z.array(z.object({ file: z.string(), projectId: z.string().nullable() })),
})
export type Permissions = z.infer<typeof permissions>

export const secretSnapshot = z.object({
  name: secretName,
  /** The servers that have `${NAME}` in their launch. */
  usedBy: z.array(slug),
})
export type SecretSnapshot = z.infer<typeof secretSnapshot>

/** Where values are kept, beyond what configuration files have, which is always in the engine's own vault. */
export const vaultSnapshot = z.object({
  /**
   * `own`: the engine's own vault, and there are no other engines. `apart`: the same, while there may be others on its database.
   * `shared`: a vault of all engines on the database. `closed`: that one, which this engine cannot read.
   */
  kind: z.enum(['own', 'apart', 'shared', 'closed']),
  /** What a person should know of it, and can do; null when there is nothing. */
  note: z.string().nullable(),
})
export type VaultSnapshot = z.infer<typeof vaultSnapshot>
