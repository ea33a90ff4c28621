/** A server in a project: the pair of the two, with what the project decides about it. */
import { z } from 'zod'
import { connectionState, type PairSetting, slug } from '#contract/servers/server'
import { ownDescription, ownName } from '#contract/tools/tool'

export const projectServer = z.object({
  slug,
  enabled: z.boolean(),
  group: slug.nullable(),
  /** That of the connection by which this project reaches it. */
  state: connectionState,
  tools: z.object({ total: z.number(), enabled: z.number() }),
} satisfies Record<PairSetting, z.ZodType> & Record<string, z.ZodType>)
export type ProjectServer = z.infer<typeof projectServer>

/** What a project says of a tool. What is left out stays, and null takes back what was said. */
export const ownToolPatch = z.object({
  publicName: ownName.nullish(),
  description: ownDescription.nullish(),
})
export type OwnToolPatch = z.infer<typeof ownToolPatch>

/** One server over all projects that have it. */
export const matrixRow = z.object({
  slug,
  name: z.string(),
  /** In the order in which the server lists them. */
  tools: z.array(z.object({ name: z.string(), title: z.string().nullable(), isQuarantined: z.boolean() })),
  pairs: z.array(
    z.object({
      projectId: z.string(),
      enabled: z.boolean(),
      /** Places in `tools`. */
      off: z.array(z.number()),
      named: z.array(z.object({ tool: z.number(), name: z.string().nullable(), description: z.string().nullable() })),
    }),
  ),
})
export type MatrixRow = z.infer<typeof matrixRow>
