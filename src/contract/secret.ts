/** Secrets in the form for every side: by name. No route returns a value. */
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

/**
 * The owner of a secret: a project, by id or name, or a configuration file; the default project if neither is given.
 */
export const secretOwner = z.object({
  projectId: givenId.optional(),
  /** An absolute path. Takes precedence over `projectId`. */
  file: givenPath.optional(),
})
export type SecretOwner = z.infer<typeof secretOwner>

/** Permissions beyond a project's own secrets. */
export const permissions = z.object({
  /** Whether launches may use the engine's environment by `${env:NAME}`. */
  environment: z.boolean(),
  /** The configuration files that this engine follows, and the project whose secrets they may use besides their own. */
  files: z.array(z.object({ file: z.string(), projectId: z.string().nullable() })),
})
export type Permissions = z.infer<typeof permissions>

export const secretSnapshot = z.object({
  name: secretName,
  /** The servers with `${NAME}` in their launch. */
  usedBy: z.array(slug),
})
export type SecretSnapshot = z.infer<typeof secretSnapshot>

/** Where values are stored. Secrets of configuration files are always in the engine's own vault. */
export const vaultSnapshot = z.object({
  /**
   * `own`: the engine's own vault, and there are no other engines. `apart`: the same, while others may use its
   * database. `shared`: a vault of all engines on the database. `closed`: that vault, which this engine cannot read.
   */
  kind: z.enum(['own', 'apart', 'shared', 'closed']),
  /** What a person should know and can do about it; null if nothing. */
  note: z.string().nullable(),
})
export type VaultSnapshot = z.infer<typeof vaultSnapshot>
