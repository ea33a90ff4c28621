/** Who follows changes of a resource. One subscription at the server serves all followers. */
import type { Scope } from '#engine/registry/catalog/scope'

export interface ResourceUpdates {
  /**
   * `onUpdated` gets the URI as it was subscribed to. Rejects with UNKNOWN_RESOURCE, or as a call would if the server
   * cannot be asked. Returns how to stop; the server is told when the last follower stops. A server that comes back is
   * asked again.
   */
  subscribe(scope: Scope, uri: string, onUpdated: (uri: string) => void): Promise<() => void>
}
