/** What the catalog is built from: the servers of a scope, and what each may still list. */
import type { CheckedEntry } from '#engine/registry/servers/listingChecks'
import type { CheckedTool } from '#engine/policies/checkedTool'
import type { OwnTools } from '#contract/tools/tool'

/** An enabled server as the catalog needs it. */
export interface CatalogServer {
  readonly slug: string
  /** Those of servers that became it: its tools are found by full names with these, too. */
  readonly formerSlugs?: readonly string[]
  /** The project whose pair comes first. */
  readonly projectId: string
  readonly group: string | null
  readonly tools: readonly CheckedTool[]
  /** The tools that are on in none of `pairs`. */
  readonly switchedOff: ReadonlySet<string>
  /** What they are called there. */
  readonly own: OwnTools
  /** The pairs by which the scope reaches it, in their order; never empty. */
  readonly pairs: readonly CatalogPair[]
  readonly prompts: readonly CheckedEntry[]
  readonly resources: readonly CheckedEntry[]
  readonly templates: readonly CheckedEntry[]
  /** The names of its tools are its own: no other server's tool can take one. */
  readonly reserved?: boolean
  readonly unlisted?: Unlisted | null
}

export interface CatalogPair {
  readonly pairId: string
  readonly switchedOff: ReadonlySet<string>
}

/** What a server may still list for the first time: everything, or what is not tools. */
export type Unlisted = 'everything' | 'others'

export interface LeftOut {
  readonly slug: string
  readonly toolName: string
  readonly reason: string
}

export interface ToolOwner {
  /** The server's slug, or the group's name. */
  readonly name: string
  /** The slugs of a group's members; null for a single server. */
  readonly members: readonly string[] | null
  /** The server that the definition came from. */
  readonly bearer: string
}

/** By which pair calls of a tool go: the first in which it is on. Without a tool: the first. */
export function pairFor({ pairs }: CatalogServer, toolName?: string): string {
  const on = toolName === undefined ? undefined : pairs.find(({ switchedOff }) => !switchedOff.has(toolName))
  return (on ?? pairs[0])?.pairId ?? ''
}
