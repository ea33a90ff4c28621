/** The registry as the router sees it. */
import type { CallableServer } from '#engine/connections/callable'
import type { Views } from '#engine/registry/catalog/catalogView'

/** What the router needs of the registry. */
export interface RouterServers extends Views {
  enabledServer(slug: string): CallableServer | null
}
