/** Input of the catalog: the servers of a scope, and what each may still list. */
import type { CheckedEntry } from '#engine/registry/servers/listingChecks'
import type { CheckedTool } from '#engine/policies/checkedTool'
import type { OwnTools } from '#contract/tools/tool'

/** An enabled server as the catalog needs it. */
export interface CatalogServer {
  readonly slug: string
  /** Slugs of servers that were united into it: full names with these lead to its tools, too. */
  readonly formerSlugs?: readonly string[]
  /** The project of the first pair. */
  readonly projectId: string
  readonly group: string | null
  readonly tools: readonly CheckedTool[]
  /** Tools that are off in all of `pairs`. */
  readonly switchedOff: ReadonlySet<string>
  /** Own names of its tools. */
  readonly own: OwnTools
  /** The pairs by which the scope reaches it, in their order; never empty. */
  readonly pairs: readonly CatalogPair[]
  readonly prompts: readonly CheckedEntry[]
  readonly resources: readonly CheckedEntry[]
  readonly templates: readonly CheckedEntry[]
  /** Its tools keep their names: no other server's tool can take one. */
  readonly reserved?: boolean
  readonly unlisted?: Unlisted | null
}

export interface CatalogPair {
  readonly pairId: string
  readonly switchedOff: ReadonlySet<string>
}

/** What a server may still list for the first time: everything, or everything but tools. */
export type Unlisted = 'everything' | 'others'

export interface LeftOut {
  readonly slug: string
  readonly toolName: string
  readonly reason: string
}

export interface ToolOwner {
  /** The server's slug, or the group's name. */
  readonly name: string
  /** Slugs of a group's members; null for a single server. */
  readonly members: readonly string[] | null
  /** The server that the definition came from. */
  readonly bearer: string
}

/** The pair for calls of a tool: the first in which it is on. Without a tool: the first. */
export function pairFor({ pairs }: CatalogServer, toolName?: string): string {
  const on = toolName === undefined ? undefined : pairs.find(({ switchedOff }) => !switchedOff.has(toolName))
  return (on ?? pairs[0])?.pairId ?? ''
}
