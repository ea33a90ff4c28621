/** Input of the catalog: the servers of a scope, and which listings are still missing. */
import type { CheckedEntry } from '#engine/registry/servers/listingChecks'
import type { CheckedTool } from '#engine/policies/checkedTool'
import type { OwnTools } from '#contract/tools/tool'

/** An enabled server as the catalog needs it. */
export interface CatalogServer {
  readonly slug: string
  /** Slugs of servers that were united into this one. Full names with a former slug still lead to its tools. */
  readonly formerSlugs?: readonly string[]
  /** The first pair's project. */
  readonly projectId: string
  readonly group: string | null
  readonly tools: readonly CheckedTool[]
  /** Tools that are switched off in every one of `pairs`. */
  readonly switchedOff: ReadonlySet<string>
  /** The project's own names for this server's tools. */
  readonly own: OwnTools
  /** The pairs through which the scope reaches this server, in order. Never empty. */
  readonly pairs: readonly CatalogPair[]
  readonly prompts: readonly CheckedEntry[]
  readonly resources: readonly CheckedEntry[]
  readonly templates: readonly CheckedEntry[]
  /** Whether the tools of this server keep their names, so that no other server's tool can take one of them. */
  readonly reserved?: boolean
  readonly unlisted?: Unlisted | null
}

export interface CatalogPair {
  readonly pairId: string
  readonly switchedOff: ReadonlySet<string>
}

/** What a server has not listed yet, but may still list: everything, or everything except tools. */
export type Unlisted = 'everything' | 'others'

export interface LeftOut {
  readonly slug: string
  readonly toolName: string
  readonly reason: string
}

export interface ToolOwner {
  /** The server's slug, or the group's name. */
  readonly name: string
  /** Slugs of the group's members; null for a single server. */
  readonly members: readonly string[] | null
  /** The server whose definition of the tool is used. */
  readonly bearer: string
}

/**
 * The pair that calls to a tool use: the first in which the tool is switched on. Without a tool name, the first pair.
 */
export function pairFor({ pairs }: CatalogServer, toolName?: string): string {
  const on = toolName === undefined ? undefined : pairs.find(({ switchedOff }) => !switchedOff.has(toolName))
  return (on ?? pairs[0])?.pairId ?? ''
}
