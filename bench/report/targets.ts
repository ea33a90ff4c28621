/** Switchboard's targets, and whether this run met them. */
import type { HttpFigures } from '#bench/load/measureGateway'
import { chatPageTargets } from '#bench/report/chatPageReport'
import { chatTargets } from '#bench/report/chatReport'
import { engineTargets } from '#bench/report/engineTargets'
import { hostedTargets } from '#bench/report/hostedReport'
import type { Results } from '#bench/report/results'
import { figuresOf } from '#bench/report/rounds'
import { windowTargets } from '#bench/report/windowReport'
import { ratio, target, times, type Target } from '#bench/report/target'

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
    ...recordingTargets(results),
    ...engineTargets(results),
    ...hostedTargets(results),
    ...chatTargets(results),
    ...chatPageTargets(results),
    ...windowTargets(results),
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

function recordingTargets(results: Results): Target[] {
  const figure = (key: string, of: keyof HttpFigures): number | undefined => httpFigure(results, key, of)
  const [recorded, unrecorded] = ['switchboard', 'switchboard-unrecorded']
  const share = ratio(figure(recorded, 'callsPerSecond'), figure(unrecorded, 'callsPerSecond'))
  const p99 = [figure(recorded, 'p99Ms'), figure(unrecorded, 'p99Ms')] as const
  return [
    target('HTTP calls/s, 32 in flight, every call recorded, against recording off', times(share, { atLeast: 0.92 })),
    target('HTTP call, 1 in flight, p99, what recording adds', {
      value: p99[0] === undefined || p99[1] === undefined ? null : p99[0] - p99[1],
      atMost: 0.2,
      unit: ' ms',
    }),
  ]
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
