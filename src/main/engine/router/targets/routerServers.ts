/** The registry as the router sees it. */
import type { CallableServer } from '#engine/connections/callable'
import type { Views } from '#engine/registry/catalog/catalogView'

export interface RouterServers extends Views {
  /** Returns null if the server was removed from this pair's project, or is switched off in it. */
  inUse(pairId: string): CallableServer | null
}
