/** A tool as the owner of Switchboard sees it: also when it is switched off or quarantined. */
import { z } from 'zod'
import { slug } from '#contract/servers/server'

export const toolSnapshot = z.object({
  /** The name under which clients see it; null while no client sees it. */
  publicName: z.string().nullable(),
  /** The name its server gave it, which goes upstream. */
  name: z.string(),
  server: slug,
  title: z.string().nullable(),
  description: z.string(),
  inputSchema: z.unknown(),
  annotations: z.unknown(),
  enabled: z.boolean(),
  /** Why it is kept from clients although it is switched on; null when it is fine. */
  quarantine: z.string().nullable(),
})
export type ToolSnapshot = z.infer<typeof toolSnapshot>

/** A tool's result exactly as its server gave it: unknown keys and content types included. */
export const toolResult = z.looseObject({ content: z.array(z.unknown()).optional(), isError: z.boolean().optional() })
export type ToolResult = z.infer<typeof toolResult>

/** How tool names are made unique; spec of the setting: GLOSSARY, "naming". */
export const naming = z.enum(['override', 'prefix-on-conflict', 'prefix-always'])
export type Naming = z.infer<typeof naming>
