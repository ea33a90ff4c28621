/** The registry as the router sees it. */
import type { CallableServer } from '#engine/connections/callable'
import type { Views } from '#engine/registry/catalog/catalogView'

/** What the router needs of the registry. */
export interface RouterServers extends Views {
  /** Null when the server is gone from the project of this pair, or switched off in it. */
  inUse(pairId: string): CallableServer | null
}
