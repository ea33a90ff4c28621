/** A server in a project: the pair, with the project's decisions about the server. */
import { z } from 'zod'
import { connectionState, type PairSetting, setting, slug } from '#contract/servers/server'
import { ownDescription, ownName } from '#contract/tools/tool'

export const projectServer = z.object({
  slug,
  enabled: z.boolean(),
  group: slug.nullable(),
  /** The state of the connection through which this project reaches the server. */
  state: connectionState,
  tools: z.object({ total: z.number(), enabled: z.number() }),
} satisfies Record<PairSetting, z.ZodType> & Record<string, z.ZodType>)
export type ProjectServer = z.infer<typeof projectServer>

/** What a project may decide about one of its servers. */
export const pairWish = z
  .object({ enabled: z.boolean(), group: setting.group } satisfies Record<PairSetting, z.ZodType>)
  .partial()
export type PairWish = z.infer<typeof pairWish>

/** A project's own name and description of a tool. An omitted field stays; null resets it. */
export const ownToolPatch = z.object({
  publicName: ownName.nullish(),
  description: ownDescription.nullish(),
})
export type OwnToolPatch = z.infer<typeof ownToolPatch>

/** One server in all projects that have it. */
export const matrixRow = z.object({
  slug,
  name: z.string(),
  /** In the order of the server's own list. */
  tools: z.array(z.object({ name: z.string(), title: z.string().nullable(), isQuarantined: z.boolean() })),
  pairs: z.array(
    z.object({
      projectId: z.string(),
      enabled: z.boolean(),
      /** Indexes in `tools` of the tools that are off. */
      off: z.array(z.number()),
      named: z.array(z.object({ tool: z.number(), name: z.string().nullable(), description: z.string().nullable() })),
    }),
  ),
})
export type MatrixRow = z.infer<typeof matrixRow>
