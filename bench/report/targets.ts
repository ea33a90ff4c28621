/** What Switchboard has set itself, and whether this run met it. */
import type { HttpFigures } from '#bench/load/measureGateway'
import type { Results } from '#bench/report/results'
import { figuresOf } from '#bench/report/rounds'

export interface Target {
  readonly measure: string
  readonly limit: string
  /** In words, with its unit; null when it could not be measured. */
  readonly measured: string | null
  readonly met: boolean
}

interface Bound {
  readonly value: number | null
  readonly atMost?: number
  readonly atLeast?: number
  readonly unit: string
}

export function targets(results: Results): Target[] {
  const line = figuresOf(results.calls.line)
  const sdk = figuresOf(results.calls.sdk)
  const router = figuresOf(results.calls.router)
  const growth = figuresOf(results.growth)
  const page = figuresOf(results.page)
  const firstLoad = figuresOf(results.firstLoad)
  return [
    target(
      'call through the router, p50, against the SDK client',
      times(ratio(router?.p50Ms, sdk?.p50Ms), { atMost: 1.2 }),
    ),
    target('CPU that the router adds to a call, over the line client', {
      value: router === null || line === null ? null : router.cpu - line.cpu,
      atMost: 15,
      unit: ' µs',
    }),
    ...httpTargets(results, 'switchboard-unrecorded', ''),
    ...httpTargets(results, 'switchboard', ', every call recorded'),
    target('memory gained from call 20,000 to 100,000', {
      value: growth === null ? null : growth.residentBytes / 1e6,
      atMost: 5,
      unit: ' MB',
    }),
    target('page interactive after `ready`', { value: page?.afterReadyMs ?? null, atMost: 1000, unit: ' ms' }),
    target('first-load JavaScript, gzip', {
      value: firstLoad === null ? null : firstLoad.gzipBytes / 1000,
      atMost: 250,
      unit: ' KB',
    }),
  ]
}

function times(value: number | null, bound: { atMost?: number; atLeast?: number }): Bound {
  return { value, unit: 'x', ...bound }
}

function httpTargets(results: Results, ours: string, how: string): Target[] {
  const against = (key: string, figure: keyof HttpFigures): number | null =>
    ratio(httpFigure(results, ours, figure), httpFigure(results, key, figure))
  const rows: readonly [string, string, keyof HttpFigures, { atMost?: number; atLeast?: number }][] = [
    ['HTTP call, 1 in flight, p50', 'mcp-hub', 'p50Ms', { atMost: 0.6 }],
    ['HTTP call, 1 in flight, p50', 'floor', 'p50Ms', { atMost: 1.3 }],
    ['HTTP calls/s, 32 in flight', 'mcp-hub', 'callsPerSecond', { atLeast: 2.5 }],
    ['HTTP calls/s, 32 in flight', 'floor', 'callsPerSecond', { atLeast: 0.7 }],
    ['CPU per HTTP call, 1 in flight', 'mcp-hub', 'serialCpu', { atMost: 0.4 }],
    ['CPU per HTTP call, 32 in flight', 'mcp-hub', 'parallelCpu', { atMost: 0.4 }],
    ['memory after 5,000 calls', 'mcp-hub', 'residentBytes', { atMost: 1 }],
  ]
  return rows.map(([measure, theirs, figure, bound]) =>
    target(
      `${measure}, against ${theirs === 'floor' ? 'the floor' : theirs}${how}`,
      times(against(theirs, figure), bound),
    ),
  )
}

function httpFigure(results: Results, key: string, figure: keyof HttpFigures): number | undefined {
  const found = results.gateways.find(({ gateway }) => gateway.key === key)
  return found === undefined ? undefined : figuresOf(found.outcome)?.[figure]
}

function ratio(ours: number | undefined, theirs: number | undefined): number | null {
  return ours === undefined || theirs === undefined ? null : ours / theirs
}

function target(measure: string, { value, atMost, atLeast, unit }: Bound): Target {
  const limit = atMost === undefined ? `at least ${atLeast}${unit}` : `at most ${atMost}${unit}`
  if (value === null) return { measure, limit, measured: null, met: false }
  const met = (atMost === undefined || value <= atMost) && (atLeast === undefined || value >= atLeast)
  return { measure, limit, measured: `${value.toFixed(unit === 'x' ? 2 : 1)}${unit}`, met }
}
