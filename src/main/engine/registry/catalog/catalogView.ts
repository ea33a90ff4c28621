/** What one scope offers at one moment. A view never changes: after a change, a new one is built. */
import type { Undecided } from '#engine/registry/catalog/naming/nameAssignment'
import type { ListedTool } from '#engine/registry/catalog/frozenList'
import type { PromptCatalog } from '#engine/registry/catalog/promptCatalog'
import type { ResourceCatalog } from '#engine/registry/catalog/resourceCatalog'
import type { ToolRoute } from '#engine/registry/catalog/toolRoute'
import type { Scope } from '#engine/registry/catalog/scope'

export interface CatalogView {
  readonly scope: Scope
  /** Hash of the listed tools. If the hash is unchanged, clients need no notification. */
  readonly hash: string
  /** Tools as clients list them, in a stable order. */
  readonly tools: readonly ListedTool[]
  /** The listed tools as a JSON array. */
  readonly toolsJson: string
  /** The pair that requests for this server's prompts and resources use. */
  pairOf(slug: string): string
  /** The route for a public name, an alias or a fully qualified name. */
  find(name: string): ToolRoute | undefined
  /**
   * Why the meaning of a name is not known yet, even if the name already leads somewhere. Null if the meaning is
   * known.
   */
  undecided(name: string): Undecided | null
  readonly prompts: Pick<PromptCatalog, 'list' | 'find' | 'undecided'>
  readonly resources: ResourceCatalog
}

/** What the gateway and the router need from the registry. */
export interface Views {
  /** The id of the project with this id, or else with this name. Null if there is none, or if several have the name. */
  projectId(idOrName: string): string | null
  /** Returns null if the project or server does not exist. */
  view(scope: Scope): CatalogView | null
  /** Starts the scope's servers where necessary. Resolves when each of them has listed its tools or has failed. */
  use(scope: Scope): Promise<void>
  /** Calls `listener` after a change that may affect any view. Returns a function that unsubscribes it. */
  onViewsChanged(listener: () => void): () => void
}
