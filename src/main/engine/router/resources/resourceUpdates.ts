/** Follows changes to resources. One subscription at the server serves all followers. */
import type { Scope } from '#engine/registry/catalog/scope'

export interface ResourceUpdates {
  /**
   * `onUpdated` gets the URI that was passed in. Rejects with UNKNOWN_RESOURCE, or as a call would if the server
   * cannot be asked. Returns a function that stops following. The server is told when the last follower stops. After
   * a restart, the server is asked again.
   */
  subscribe(scope: Scope, uri: string, onUpdated: (uri: string) => void): Promise<() => void>
}
