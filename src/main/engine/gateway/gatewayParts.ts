/** What the endpoints of both eras share. */
import type { Backlog } from '#engine/gateway/client/backlog'
import type { KeepAlive } from '#engine/gateway/http/keepAlive'
import type { Identity } from '#engine/gateway/client/identity'
import type { GatewayLimits } from '#engine/gateway/limits'
import type { ListReadiness } from '#engine/gateway/lists/listReadiness'
import type { Clock, Log, MakeId } from '#engine/ports'
import type { FairTurns } from '#engine/gateway/client/fairTurns'
import type { GatewayViews } from '#engine/gateway/request/requestScope'
import type { ToolSearch } from '#engine/gateway/search/toolSearch'
import type { Router } from '#engine/router/call'
import type { ResourceUpdates } from '#engine/router/resources/resourceUpdates'

/** Limits the work for clients in one turn of the event loop. */
export interface ClientTurns {
  /** The turns for making lists, counted in characters. */
  readonly lists: FairTurns
  /** The turns for serving batches, counted in messages. */
  readonly batches: FairTurns
  /** The turns for parsing large bodies, counted in bytes. */
  readonly bodies: FairTurns
}

export interface GatewayParts {
  readonly views: GatewayViews
  readonly router: Router
  readonly resourceUpdates: ResourceUpdates
  readonly clock: Clock
  readonly log: Log
  readonly makeId: MakeId
  readonly limits: GatewayLimits
  readonly identity: Identity
  readonly keepAlive: KeepAlive
  readonly backlog: Backlog
  readonly readiness: ListReadiness
  readonly search: ToolSearch
  readonly turns: ClientTurns
  /** Called with a caller's key when its client is gone for good. */
  readonly callerGone: (callerKey: string) => void
}
