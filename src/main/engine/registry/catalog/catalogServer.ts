/** What the catalog is built from: the servers of a scope, and what each may still list. */
import type { CheckedEntry } from '#engine/registry/servers/listingChecks'
import type { CheckedTool } from '#engine/policies/checkedTool'

/** An enabled server as the catalog needs it. */
export interface CatalogServer {
  readonly slug: string
  readonly projectId: string
  readonly group: string | null
  readonly tools: readonly CheckedTool[]
  readonly switchedOff: ReadonlySet<string>
  readonly prompts: readonly CheckedEntry[]
  readonly resources: readonly CheckedEntry[]
  readonly templates: readonly CheckedEntry[]
  /** The names of its tools are its own: no other server's tool can take one. */
  readonly reserved?: boolean
  readonly unlisted?: Unlisted | null
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
