/** Who wants to hear of changes of a resource. One subscription at the server serves all who ask for the same. */
import type { Scope } from '#engine/registry/catalog/scope'

export interface ResourceUpdates {
  /**
   * `onUpdated` gets the address as it was subscribed to. Rejects with UNKNOWN_RESOURCE, or as a call would, when the
   * server cannot be asked. Returns how to stop that; the server is told when the last one stops. A server that comes
   * back is asked again.
   */
  subscribe(scope: Scope, uri: string, onUpdated: (uri: string) => void): Promise<() => void>
}
