/** What one scope offers, frozen at one moment. Rebuilt, never changed. */
import type { Undecided } from '#engine/registry/catalog/naming/nameAssignment'
import type { ListedTool } from '#engine/registry/catalog/frozenList'
import type { PromptCatalog } from '#engine/registry/catalog/promptCatalog'
import type { ResourceCatalog } from '#engine/registry/catalog/resourceCatalog'
import type { ToolRoute } from '#engine/registry/catalog/toolRoute'
import type { Scope } from '#engine/registry/catalog/scope'

export interface CatalogView {
  readonly scope: Scope
  /** Hash of the tools that a client sees in it. Equal hashes mean that no client needs to be told. */
  readonly hash: string
  /** Tools as clients list them, in a stable order. */
  readonly tools: readonly ListedTool[]
  /** The same as the JSON text of an array, made once. */
  readonly toolsJson: string
  /** The pair for requests of a prompt or resource of this server. */
  pairOf(slug: string): string
  /** The route of a public name, an alias or a fully qualified name. */
  find(name: string): ToolRoute | undefined
  /** Why the meaning of a name is not known yet, whether or not it leads anywhere now; null if it is known. */
  undecided(name: string): Undecided | null
  readonly prompts: Pick<PromptCatalog, 'list' | 'find' | 'undecided'>
  readonly resources: ResourceCatalog
}

/** What gateway and router need from the registry. */
export interface Views {
  /** The id of the project with this id or, if only one has it, this name. */
  projectId(idOrName: string): string | null
  /** Null if the project or server does not exist. */
  view(scope: Scope): CatalogView | null
  /** Starts servers that need it. Resolves when every server of the scope has listed its tools or failed. */
  use(scope: Scope): Promise<void>
  /** Calls `listener` after any view may have changed. Returns how to stop that. */
  onViewsChanged(listener: () => void): () => void
}
