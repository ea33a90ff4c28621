/** What one scope offers, frozen at one moment. Rebuilt, never changed. */
import type { Undecided } from '#engine/registry/catalog/naming/nameAssignment'
import type { ListedTool } from '#engine/registry/catalog/frozenList'
import type { PromptCatalog } from '#engine/registry/catalog/promptCatalog'
import type { ResourceCatalog } from '#engine/registry/catalog/resourceCatalog'
import type { ToolRoute } from '#engine/registry/catalog/toolRoute'
import type { Scope } from '#engine/registry/catalog/scope'

export interface CatalogView {
  readonly scope: Scope
  /** Of the tools that a client can see in it; equal hashes mean that nobody needs to be told. */
  readonly hash: string
  /** Tools as clients list them, in a stable order. */
  readonly tools: readonly ListedTool[]
  /** The same as JSON text of an array, made once. */
  readonly toolsJson: string
  /** The pair by which requests of a prompt or resource of this server go. */
  pairOf(slug: string): string
  /** The route behind a public name, an alias or a fully qualified name. */
  find(name: string): ToolRoute | undefined
  /** Why it is not known yet what a name means, whether or not it leads anywhere now; null when it is. */
  undecided(name: string): Undecided | null
  readonly prompts: Pick<PromptCatalog, 'list' | 'find' | 'undecided'>
  readonly resources: ResourceCatalog
}

/** What gateway and router need of the registry. */
export interface Views {
  /** The id of the project that has this id or, if only one has it, this name. */
  projectId(idOrName: string): string | null
  /** Null when there is no such project or server. */
  view(scope: Scope): CatalogView | null
  /** Starts what has to be started; resolves when every server of the scope has listed its tools or failed. */
  use(scope: Scope): Promise<void>
  /** Calls `listener` after any view may have changed. Returns how to stop that. */
  onViewsChanged(listener: () => void): () => void
}
