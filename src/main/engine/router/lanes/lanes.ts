/** The lanes of all connections that take calls. Connections to the same process share one lane. */
import type { CallableConnection, CallableServer } from '#engine/connections/callable'
import type { InboundRequest } from '#engine/connections/peer/inboundRequests'
import { internalError } from '#contract/jsonRpc/errorCodes'
import type { Log } from '#engine/ports'
import { Lane, noCallInProgress } from '#engine/router/lanes/lane'

export interface LaneFigures {
  readonly slug: string
  readonly running: number
  readonly waiting: number
}

/** A lane lives as long as its connection. */
interface KnownLane {
  readonly slug: string
  readonly lane: WeakRef<Lane>
}

export class Lanes {
  readonly #lanes = new WeakMap<object, Lane>()
  #known: KnownLane[] = []

  /** The lane of a connection that this server's calls use. */
  of(slug: string, { row }: CallableServer, connection: CallableConnection): Lane {
    const target = connection.target ?? connection
    let lane = this.#lanes.get(target)
    if (lane === undefined) {
      lane = new Lane(row.concurrency)
      this.#lanes.set(target, lane)
      this.#known = [...this.#alive(), { slug, lane: new WeakRef(lane) }]
    } else lane.limit(row.concurrency)
    return lane
  }

  /** The number of running and waiting calls, by server. */
  figures(): LaneFigures[] {
    const sums = new Map<string, LaneFigures>()
    for (const { slug, lane } of this.#alive()) {
      const { running = 0, waiting = 0 } = lane.deref()?.queue ?? {}
      const sum = sums.get(slug)
      sums.set(slug, { slug, running: running + (sum?.running ?? 0), waiting: waiting + (sum?.waiting ?? 0) })
    }
    return [...sums.values()]
  }

  takeRequest(source: object, request: InboundRequest, log: Log): void {
    const lane = this.#lanes.get(source)
    if (lane === undefined) request.refuse(internalError, noCallInProgress)
    else lane.takeRequest(request, log)
  }

  /** Returns false if the notification could be meant for several clients, so that none got it. */
  takeNotification(source: object, method: string, params: Record<string, unknown>, within?: number): boolean {
    return this.#lanes.get(source)?.takeNotification(method, params, within) ?? true
  }

  callerGone(key: string): void {
    for (const { lane } of this.#alive()) lane.deref()?.users.gone(key)
  }

  #alive(): KnownLane[] {
    return this.#known.filter(({ lane }) => lane.deref() !== undefined)
  }
}
