/** A tool as the owner of Switchboard sees it, even if it is switched off or quarantined. */
import { z } from 'zod'
import { slug } from '#contract/servers/server'

/** A project's own name for a tool. */
export const ownName = z.string().regex(/^[A-Za-z0-9_-]{1,64}$/, 'a tool name is 1 to 64 of A-Z, a-z, 0-9, _ and -')
export const ownDescription = z
  .string()
  .max(10_000, 'a description has at most 10,000 characters')
  .regex(/^[^\0]*$/, 'a description must not contain a NUL character')
/** Null: the tool keeps the name or description that its server gives it. */
export const ownTool = z.object({ name: ownName.nullable(), description: ownDescription.nullable() })
export type OwnTool = z.infer<typeof ownTool>
/** A project's own names, by the servers' names for the tools. */
export type OwnTools = ReadonlyMap<string, OwnTool>

export const toolSnapshot = z.object({
  /** The name under which clients see the tool; null while no client sees it. */
  publicName: z.string().nullable(),
  /** The server's name for the tool, as sent to the server. */
  name: z.string(),
  server: slug,
  title: z.string().nullable(),
  description: z.string(),
  /** The project's own name and description; null if it has given none. */
  own: ownTool.nullable(),
  inputSchema: z.unknown(),
  annotations: z.unknown(),
  enabled: z.boolean(),
  /** Why clients do not get the tool although it is on; null if they do. */
  quarantine: z.string().nullable(),
})
export type ToolSnapshot = z.infer<typeof toolSnapshot>

/** A tool's result exactly as its server sent it, with unknown keys and content types. */
export const toolResult = z.looseObject({ content: z.array(z.unknown()).optional(), isError: z.boolean().optional() })
export type ToolResult = z.infer<typeof toolResult>

/** How tool names are made unique. The glossary explains the values under "naming". */
export const naming = z.enum(['override', 'prefix-on-conflict', 'prefix-always'])
export type Naming = z.infer<typeof naming>
