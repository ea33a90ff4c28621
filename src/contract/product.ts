/** A product: servers that one manifest installs together in a project. */
import { z } from 'zod'
import { givenId } from '#contract/inputBounds'
import { launchPreview, slug } from '#contract/servers/server'

/** What an installation would do to one secret of a server. `name` is how the server refers to the secret. */
export const secretChange = z.object({
  name: z.string(),
  action: z.enum(['add', 'update', 'keep', 'remove']),
})
export type SecretChange = z.infer<typeof secretChange>

/** What an installation would do to one server of the project. */
export const productChange = z.object({
  name: z.string(),
  /** `keep`: the server already matches the manifest. */
  action: z.enum(['add', 'update', 'keep', 'remove']),
  launch: launchPreview,
  /** The current launch if the installation would change it; otherwise null. */
  before: launchPreview.nullable(),
  /** Empty for a server that the installation removes. */
  secrets: z.array(secretChange),
  /** Ids of the other projects that get the same change. */
  alsoIn: z.array(z.string()),
})
export type ProductChange = z.infer<typeof productChange>

/** A secret that a manifest refers to as `${NAME}`; its owner provides the value. */
export const neededSecret = z.object({
  name: z.string(),
  /** The names of the servers that use the secret. */
  servers: z.array(z.string()),
  /** Whether the project has a value for the secret. */
  isSet: z.boolean(),
})
export type NeededSecret = z.infer<typeof neededSecret>

export const productPreview = z.object({
  id: z.string(),
  name: z.string(),
  version: z.string(),
  /** The version installed now in the project. */
  installedVersion: z.string().nullable(),
  changes: z.array(productChange),
  needs: z.array(neededSecret),
  /** Why the product cannot be installed, with paths inside the manifest; empty if it can. */
  problems: z.array(z.string()),
  /** What was ignored, with paths inside the manifest. */
  warnings: z.array(z.string()),
  /** Identifies this preview: an installation must name the preview that the owner has seen. */
  consent: z.string(),
})
export type ProductPreview = z.infer<typeof productPreview>

export const manifestInput = z.object({
  /** JSON or YAML. */
  manifest: z.string().max(5_000_000),
  projectId: givenId.optional(),
})

export const installedProduct = z.object({
  id: z.string(),
  name: z.string(),
  version: z.string(),
  installedAt: z.number(),
  projects: z.array(z.object({ projectId: z.string(), servers: z.array(slug) })),
})
export type InstalledProduct = z.infer<typeof installedProduct>
