/** What the endpoints of both eras share. */
import type { Heartbeat } from '#engine/gateway/http/heartbeat'
import type { Identity } from '#engine/gateway/identity'
import type { GatewayLimits } from '#engine/gateway/limits'
import type { ListReadiness } from '#engine/gateway/listReadiness'
import type { Clock, Log, MakeId } from '#engine/ports'
import type { Views } from '#engine/registry/catalogView'
import type { Router } from '#engine/router/call'

export interface GatewayParts {
  readonly views: Views
  readonly router: Router
  readonly clock: Clock
  readonly log: Log
  readonly makeId: MakeId
  readonly limits: GatewayLimits
  readonly identity: Identity
  readonly heartbeat: Heartbeat
  readonly readiness: ListReadiness
}
