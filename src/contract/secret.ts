/** Secrets in the shape that every side uses: by name. No route returns a value. */
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

/** A secret's owner: a project, by id or name, or a configuration file. Without either: the default project. */
export const secretOwner = z.object({
  projectId: givenId.optional(),
  /** An absolute path. Takes precedence over `projectId`. */
  file: givenPath.optional(),
})
export type SecretOwner = z.infer<typeof secretOwner>

/** What launches may use besides their project's own secrets. */
export const permissions = z.object({
  /** Whether launches may use the engine's environment by `${env:NAME}`. */
  environment: z.boolean(),
  /**
   * The configuration files that this engine follows. `projectId`: the project whose secrets a file may use besides its
   * own.
   */
  files: z.array(z.object({ file: z.string(), projectId: z.string().nullable() })),
})
export type Permissions = z.infer<typeof permissions>

export const secretSnapshot = z.object({
  name: secretName,
  /** The servers with this `${NAME}` in their launch. */
  usedBy: z.array(slug),
})
export type SecretSnapshot = z.infer<typeof secretSnapshot>

/** Where values are stored. A configuration file's secrets are always in the engine's own vault. */
export const vaultSnapshot = z.object({
  /**
   * `own`: the engine's own vault; the engine shares no database. `apart`: the engine's own vault, although other
   * engines may use its database. `shared`: a vault for all engines on the database. `closed`: a shared vault that this
   * engine cannot read.
   */
  kind: z.enum(['own', 'apart', 'shared', 'closed']),
  /** What a person should know and can do about the vault; null if nothing. */
  note: z.string().nullable(),
})
export type VaultSnapshot = z.infer<typeof vaultSnapshot>
