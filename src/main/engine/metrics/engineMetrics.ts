/** What those who watch over an engine want to know of it: whether it is ready, and its figures. */
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
  /** By server: messages that could be for several clients. */
  readonly keptBack: () => ReadonlyMap<string, number>
  readonly gateway: () => Readonly<Record<'sessions' | 'subscriptions' | 'channels' | 'held', number>>
  readonly unwrittenRecords: () => number
  /** Connections of clients that did not read. */
  readonly unreadEnded: () => number
  readonly calls: CallCounter
}

export interface Readiness {
  readonly ready: boolean
  /** Servers that are switched on, by their state. */
  readonly servers: Readonly<Record<string, number>>
  /** Their slugs, for those who may know them. */
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
        help: 'Servers that are switched on, by their state.',
        samples: Object.entries(states).map(([state, slugs]) => ({ labels: { state }, value: slugs.length })),
      },
      laneMetric('switchboard_calls_waiting', 'Calls that wait for a slot of a server.', lanes(), 'waiting'),
      laneMetric('switchboard_calls_running', 'Slots of a server that are taken.', lanes(), 'running'),
      {
        name: 'switchboard_server_messages_kept_back_total',
        type: 'counter',
        help: 'Messages of a server that could be for several clients, and were kept from all of them.',
        samples: [...keptBack()].map(([server, value]) => ({ labels: { server }, value })),
      },
      gauge('switchboard_client_sessions', 'Sessions of clients up to 2025-11-25.', sessions),
      gauge('switchboard_client_subscriptions', 'Streams of clients from 2026-07-28 on.', subscriptions),
      gauge('switchboard_client_channels', 'Clients on stdio and on the transport of 2024.', channels),
      gauge('switchboard_calls_held', 'Calls that wait for their clients to come back with answers.', held),
      {
        name: 'switchboard_client_connections_ended_unread_total',
        type: 'counter',
        help: 'Connections of clients and pages that were ended because what was sent was not read.',
        samples: [{ value: this.#sources.unreadEnded() + this.#readersEnded }],
      },
      gauge('switchboard_records_unwritten', 'Records of calls that wait to be written.', unwrittenRecords()),
      ...this.#process.metrics(),
    ])
  }

  /** A connection of a page or a command was ended because it was not read. */
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
