/** A product: servers that are installed on a project together, from one manifest. */
import { z } from 'zod'
import { givenId } from '#contract/inputBounds'
import { launchPreview, slug } from '#contract/servers/server'

/** What an installation would do to one secret of a server, which is named as it is where it is used. */
export const secretChange = z.object({
  name: z.string(),
  action: z.enum(['add', 'update', 'keep', 'remove']),
})
export type SecretChange = z.infer<typeof secretChange>

/** What an installation would do to one server of the project. */
export const productChange = z.object({
  name: z.string(),
  /** `keep`: it is as the manifest says already. */
  action: z.enum(['add', 'update', 'keep', 'remove']),
  launch: launchPreview,
  /** The one that is in use now, where it differs. */
  before: launchPreview.nullable(),
  /** Of a server that goes with the installation, none. */
  secrets: z.array(secretChange),
  /** The other projects on which it changes the same, by id. */
  alsoIn: z.array(z.string()),
})
export type ProductChange = z.infer<typeof productChange>

/** A secret that a manifest refers to by `${NAME}`, and its owner gives. */
export const neededSecret = z.object({
  name: z.string(),
  /** The names of the servers that use it. */
  servers: z.array(z.string()),
  /** The project has a value for it. */
  isSet: z.boolean(),
})
export type NeededSecret = z.infer<typeof neededSecret>

export const productPreview = z.object({
  id: z.string(),
  name: z.string(),
  version: z.string(),
  /** The version that is on the project now. */
  installedVersion: z.string().nullable(),
  changes: z.array(productChange),
  needs: z.array(neededSecret),
  /** Why it cannot be installed, with the path inside the manifest; empty when it can. */
  problems: z.array(z.string()),
  /** What was ignored, with the path inside the manifest. */
  warnings: z.array(z.string()),
  /** Stands for exactly this: an installation names what its owner has seen. */
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
