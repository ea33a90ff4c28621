/** Creates what calls pass through: the router, and the parts that count and record them. */
import type { Gateway } from '#engine/gateway/gateway'
import { CallCounter } from '#engine/metrics/callCounter'
import { EngineMetrics } from '#engine/metrics/engineMetrics'
import type { Ports } from '#engine/ports'
import type { CallRecords } from '#engine/records/callRecords'
import type { ServerRegistry } from '#engine/registry/serverRegistry'
import { CallRouter, type RouterOptions } from '#engine/router/callRouter'
import { KeptBack } from '#engine/router/keptBack'
import { toldFirst } from '#engine/router/recorder'
import { ResourceSubscriptions } from '#engine/router/resources/resourceSubscriptions'

export interface RoutingParts extends Pick<RouterOptions, 'approvals' | 'signIns'> {
  readonly registry: ServerRegistry
  readonly records: Pick<CallRecords, 'recorder' | 'waiting'>
}

export function createRouting({ clock, log }: Ports, { registry, records, ...parts }: RoutingParts) {
  const calls = new CallCounter(clock)
  const recorder = toldFirst((facts, outcome) => calls.count(facts, outcome), records.recorder)
  const tellLog = (slug: string, text: string) => registry.logOf(slug)?.append('engine', text)
  const keptBack = new KeptBack(clock, tellLog)
  const router = new CallRouter({ ...parts, servers: registry, recorder, keptBack, onTimeOut: tellLog, clock, log })
  const resourceUpdates = new ResourceSubscriptions({ servers: registry, router, clock, log })
  const metricsWith = (gateway: Gateway) =>
    new EngineMetrics({
      servers: () => registry.list(),
      lanes: () => router.lanes,
      keptBack: () => keptBack.counts,
      gateway: () => gateway.inUse(),
      unwrittenRecords: () => records.waiting,
      unreadEnded: () => gateway.unreadEnded,
      calls,
    })
  return { router, resourceUpdates, metricsWith }
}
