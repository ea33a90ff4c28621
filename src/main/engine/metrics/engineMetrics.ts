/** What an engine reports to monitoring: whether it is ready, and its figures. */
import type { ServerSnapshot } from '#contract/servers/server'
import type { CallCounter } from '#engine/metrics/callCounter'
import { type Metric, metricText, type Sample } from '#engine/metrics/metricText'
import { gauge, ProcessMetrics } from '#engine/metrics/processMetrics'

export interface LaneFigures {
  readonly slug: string
  readonly running: number
  readonly waiting: number
}

export interface MetricSources {
  readonly servers: () => readonly ServerSnapshot[]
  readonly lanes: () => readonly LaneFigures[]
  /** How many messages from each server were not delivered, because they could have been meant for several clients. */
  readonly keptBack: () => ReadonlyMap<string, number>
  readonly gateway: () => Readonly<Record<'sessions' | 'subscriptions' | 'channels' | 'held', number>>
  readonly unwrittenRecords: () => number
  /** How many client connections were closed because the client stopped reading. */
  readonly unreadEnded: () => number
  readonly calls: CallCounter
}

export interface Readiness {
  readonly ready: boolean
  /** Counts of enabled servers, by state. */
  readonly servers: Readonly<Record<string, number>>
  /** The slugs by state, for readers who may know them. */
  readonly slugs?: Readonly<Record<string, readonly string[]>>
}

export class EngineMetrics {
  readonly #sources: MetricSources
  readonly #process = new ProcessMetrics()
  #closed = false
  #readersEnded = 0

  constructor(sources: MetricSources) {
    this.#sources = sources
  }

  readiness(withNames: boolean): Readiness {
    const slugs = this.#slugsByState()
    const servers = Object.fromEntries(Object.entries(slugs).map(([state, those]) => [state, those.length]))
    return { ready: !this.#closed, servers, ...(withNames && { slugs }) }
  }

  text(): string {
    const { gateway, lanes, keptBack, unwrittenRecords, calls } = this.#sources
    const { sessions, subscriptions, channels, held } = gateway()
    const states = this.#slugsByState()
    return metricText([
      ...calls.metrics(),
      {
        name: 'switchboard_servers',
        type: 'gauge',
        help: 'Enabled servers by state.',
        samples: Object.entries(states).map(([state, slugs]) => ({ labels: { state }, value: slugs.length })),
      },
      laneMetric('switchboard_calls_waiting', "Calls that are waiting for a server's slot.", lanes(), 'waiting'),
      laneMetric('switchboard_calls_running', "A server's slots that are in use.", lanes(), 'running'),
      {
        name: 'switchboard_server_messages_kept_back_total',
        type: 'counter',
        help: 'Messages from a server that could be meant for several clients, so that no client got them.',
        samples: [...keptBack()].map(([server, value]) => ({ labels: { server }, value })),
      },
      gauge('switchboard_client_sessions', 'Client sessions (protocols up to 2025-11-25).', sessions),
      gauge('switchboard_client_subscriptions', 'Client streams (protocols from 2026-07-28).', subscriptions),
      gauge('switchboard_client_channels', 'Clients on stdio and on HTTP+SSE.', channels),
      gauge('switchboard_calls_held', 'Calls that are waiting for their clients to come back with answers.', held),
      {
        name: 'switchboard_client_connections_ended_unread_total',
        type: 'counter',
        help: 'Client and page connections that were closed because the other side stopped reading.',
        samples: [{ value: this.#sources.unreadEnded() + this.#readersEnded }],
      },
      gauge('switchboard_records_unwritten', 'Call records that are waiting to be written.', unwrittenRecords()),
      ...this.#process.metrics(),
    ])
  }

  /** Notes that a connection from a page or a command was closed because its reader stopped reading. */
  readerEnded(): void {
    this.#readersEnded += 1
  }

  close(): void {
    this.#closed = true
    this.#process.close()
  }

  #slugsByState(): Record<string, string[]> {
    const slugs: Record<string, string[]> = {}
    for (const { enabled, slug, state } of this.#sources.servers()) if (enabled) (slugs[state.kind] ??= []).push(slug)
    return slugs
  }
}

function laneMetric(name: string, help: string, lanes: readonly LaneFigures[], part: 'running' | 'waiting'): Metric {
  const samples = lanes.map((lane): Sample => ({ labels: { server: lane.slug }, value: lane[part] }))
  return { name, type: 'gauge', help, samples }
}
