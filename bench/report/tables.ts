/** The results as Markdown tables, which a terminal shows as well. */
import { chatPageTable } from '#bench/report/chatPageReport'
import { chatTable } from '#bench/report/chatReport'
import type { CallFigures, CallKind } from '#bench/calls/measureCalls'
import type { HttpFigures } from '#bench/load/measureGateway'
import { hostedTable } from '#bench/report/hostedReport'
import type { Results } from '#bench/report/results'
import { figuresOf, type Outcome } from '#bench/report/rounds'
import { cells, mega, micro, milli, table, times } from '#bench/report/table'
import type { Target } from '#bench/report/target'
import { desktopTable, listsTable } from '#bench/report/windowReport'
import { targets } from '#bench/report/targets'
import { catalogTable, loopTable, sessionsTable, signInTable, startTable } from '#bench/report/engineTables'

const callTitles: Readonly<Record<CallKind, string>> = {
  line: 'raw JSON-RPC line client',
  sdk: 'bare SDK v2 client',
  router: 'Switchboard, through the router',
}

export function allTables(results: Results): string[] {
  const makers = [
    callTable,
    latencyTable,
    throughputTable,
    cpuTable,
    startTable,
    catalogTable,
    loopTable,
    sessionsTable,
    signInTable,
    hostedTable,
    chatTable,
    chatPageTable,
    listsTable,
    desktopTable,
    ownTable,
    targetTable,
  ]
  return makers.map((make) => make(results))
}

export function callTable({ calls }: Results): string {
  const sdk = figuresOf(calls.sdk)
  const row = (kind: CallKind): string[] =>
    cells(callTitles[kind], calls[kind], 4, ({ p50Ms, p99Ms, cpu }: CallFigures) => [
      micro(p50Ms * 1000),
      micro(p99Ms * 1000),
      micro(cpu),
      times(p50Ms, sdk?.p50Ms),
    ])
  return table(
    ['call without HTTP', 'p50', 'p99', 'CPU per call', 'p50 against the SDK'],
    [row('line'), row('sdk'), row('router')],
  )
}

export function latencyTable(results: Results): string {
  const { floor, hub } = references(results)
  const headings = [
    'p50',
    'p99',
    'p50 against the floor',
    'p50 against mcp-hub',
    'p50, all cores',
    'p99, all cores',
    'tools/list p50',
  ]
  return httpTable(results, headings, (figures) => [
    milli(figures.p50Ms),
    milli(figures.p99Ms),
    times(figures.p50Ms, floor?.p50Ms),
    times(figures.p50Ms, hub?.p50Ms),
    milli(figures.freeP50Ms),
    milli(figures.freeP99Ms),
    milli(figures.listP50Ms),
  ])
}

export function throughputTable(results: Results): string {
  const { floor, hub } = references(results)
  return httpTable(
    results,
    ['calls/s', 'against the floor', 'against mcp-hub', 'memory after 5,000 calls'],
    (figures) => [
      Math.round(figures.callsPerSecond).toLocaleString('en'),
      times(figures.callsPerSecond, floor?.callsPerSecond),
      times(figures.callsPerSecond, hub?.callsPerSecond),
      mega(figures.residentBytes),
    ],
  )
}

export function cpuTable(results: Results): string {
  const { hub } = references(results)
  const headings = [
    '1 in flight',
    'with children',
    'against mcp-hub',
    '32 in flight',
    'with children',
    'against mcp-hub',
    'and afterwards',
  ]
  return httpTable(results, headings, (figures) => [
    micro(figures.serialCpu),
    micro(figures.serialTreeCpu),
    times(figures.serialCpu, hub?.serialCpu),
    micro(figures.parallelCpu),
    micro(figures.parallelTreeCpu),
    times(figures.parallelCpu, hub?.parallelCpu),
    micro(figures.afterCpu),
  ])
}

export function ownTable({ growth, page, firstLoad }: Results): string {
  return table(
    ['Switchboard alone', ''],
    [
      cells('memory gained from call 20,000 to 100,000, after GC', growth, 1, (f) => [mega(f.residentBytes)]),
      cells('heap gained in the same time', growth, 1, (f) => [mega(f.heapBytes)]),
      cells('page interactive after `ready`', page, 1, (f) => [milli(f.afterReadyMs)]),
      cells('page interactive after the start of the navigation', page, 1, (f) => [milli(f.afterNavigationMs)]),
      cells('first-load JavaScript, gzip', firstLoad, 1, (f) => [`${(f.gzipBytes / 1000).toFixed(1)} KB`]),
    ],
  )
}

export function targetTable(results: Results): string {
  const row = ({ measure, limit, measured, met }: Target): string[] => [
    measure,
    limit,
    measured ?? '-',
    measured === null ? 'not measured' : met ? 'met' : '**missed**',
  ]
  return table(['target', 'limit', 'measured', ''], targets(results).map(row))
}

/** Why figures are missing, which the tables show as dashes. */
export function reasons(results: Results): string[] {
  const {
    calls,
    gateways,
    growth,
    page,
    firstLoad,
    emptyStart,
    keptStart,
    list,
    loop,
    catalog,
    projects,
    sessions,
    chat,
  } = results
  const all: [string, Outcome<unknown>][] = [
    ...Object.entries(calls).map(([kind, outcome]): [string, Outcome<unknown>] => [
      callTitles[kind as CallKind],
      outcome,
    ]),
    ...gateways.map(({ gateway, outcome }): [string, Outcome<unknown>] => [gateway.title, outcome]),
    ['30 servers with Switchboard', emptyStart.own],
    ['30 servers with mcp-hub', emptyStart.hub],
    ['30 servers with kept listings', keptStart],
    ['a list of 300 tools of Switchboard', list.own],
    ['a list of 300 tools of mcp-hub', list.hub],
    ['catalog', catalog],
    ['projects', projects],
    ['loop delay', loop],
    ['sessions', sessions],
    ['a signed-in server', results.signIn],
    ['chat', chat],
    ['page of a conversation', results.chatPage],
    ['page with long lists', results.lists],
    ['packaged app', results.desktop],
    ['hosted servers by runc', results.hosted.plain],
    ['hosted servers by gVisor', results.hosted.gvisor],
    ['idle hosted servers', results.hosted.idle],
    ['memory gained', growth],
    ['page interactive', page],
    ['first-load JavaScript', firstLoad],
  ]
  return all.flatMap(([what, outcome]) => (outcome.kind === 'missing' ? [`${what}: ${outcome.reason}`] : []))
}

function references({ gateways }: Results): { floor: HttpFigures | null; hub: HttpFigures | null } {
  const of = (key: string): HttpFigures | null => {
    const found = gateways.find(({ gateway }) => gateway.key === key)
    return found === undefined ? null : figuresOf(found.outcome)
  }
  return { floor: of('floor'), hub: of('mcp-hub') }
}

function httpTable(
  { gateways }: Results,
  headings: readonly string[],
  values: (figures: HttpFigures) => readonly string[],
): string {
  const rows = gateways.map(({ gateway, outcome }) =>
    cells(`${gateway.title}, ${gateway.wire}`, outcome, headings.length, values),
  )
  return table(['over HTTP', ...headings], rows)
}
