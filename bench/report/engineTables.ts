/** The results for many servers, many sessions and a busy loop. */
import type { Results } from '#bench/report/results'
import { figuresOf } from '#bench/report/rounds'
import { cells, mega, micro, milli, table, times } from '#bench/report/table'

export function startTable({ emptyStart, keptStart, list }: Results): string {
  const hubStart = figuresOf(emptyStart.hub)?.listedMs
  const hubList = figuresOf(list.hub)?.p50Ms
  const start = (title: string, whose: 'own' | 'hub'): string[] => [
    ...cells(title, emptyStart[whose], 2, (f) => [milli(f.listedMs), times(f.listedMs, hubStart)]),
    ...cells('', list[whose], 4, (f) => [milli(f.p50Ms), milli(f.p99Ms), micro(f.cpu), times(f.p50Ms, hubList)]).slice(
      1,
    ),
  ]
  const headings = [
    '30 servers, 300 tools',
    'empty folder to full list',
    'against mcp-hub',
    'tools/list p50',
    'tools/list p99',
    'CPU per list',
    'p50 against mcp-hub',
  ]
  const kept = table(
    ['Switchboard, 30 servers, kept listings', 'none hangs', 'one never answers'],
    [
      cells('process start to full list', keptStart, 2, (f) => [milli(f.listedMs), milli(f.listedWhileOneHangsMs)]),
      cells('call to another server, p50', keptStart, 2, (f) => [milli(f.callMs), milli(f.callWhileOneHangsMs)]),
    ],
  )
  return `${table(headings, [start('Switchboard', 'own'), start('mcp-hub 4.2.1', 'hub')])}\n\n${kept}`
}

export function catalogTable({ catalog, projects }: Results): string {
  const ofOne = table(
    ['catalog of 100 servers with 50 tools', ''],
    [
      cells('built for the first time', catalog, 1, (f) => [milli(f.firstBuildMs)]),
      cells('one tool switched off', catalog, 1, (f) => [milli(f.toggleMs)]),
      cells('its list as text', catalog, 1, (f) => [milli(f.listMs)]),
      cells('look-up of a name', catalog, 1, (f) => [nano(f.lookupNs)]),
      cells('look-up among 2 servers', catalog, 1, (f) => [nano(f.fewLookupNs)]),
    ],
  )
  const ofTwenty = table(
    ['the same servers in 20 projects that all differ', ''],
    [
      cells('catalogs of all projects, built for the first time', projects, 1, (f) => [milli(f.buildMs)]),
      cells('one tool switched off in one project', projects, 1, (f) => [milli(f.toggleMs)]),
      cells('a further project, in memory', projects, 1, (f) => [mega(f.furtherProjectBytes)]),
    ],
  )
  return `${ofOne}\n\n${ofTwenty}`
}

export function loopTable({ loop }: Results): string {
  return table(
    ['1,000 calls/s, one of 50 with 1 MB', 'p50', 'p99', 'longest'],
    [
      cells('loop delay', loop, 3, (f) => [milli(f.p50Ms), milli(f.p99Ms), milli(f.maxMs)]),
      cells('calls, from when each was due', loop, 3, (f) => [milli(f.callP50Ms), milli(f.callP99Ms), '']),
      cells('calls/s made', loop, 3, (f) => [Math.round(f.callsPerSecond).toLocaleString('en'), '', '']),
    ],
  )
}

export function sessionsTable({ sessions }: Results): string {
  return table(
    ['sessions', ''],
    [
      cells('200 sessions, 20,000 calls: lost', sessions, 1, (f) => [String(f.lost)]),
      cells('200 sessions, 20,000 calls: crossed', sessions, 1, (f) => [String(f.crossed)]),
      cells('200 in flight, p50', sessions, 1, (f) => [milli(f.callP50Ms)]),
      cells('200 in flight, p99', sessions, 1, (f) => [milli(f.callP99Ms)]),
      cells('a changed list reaches 200 clients', sessions, 1, (f) => [milli(f.reachedAllMs)]),
      cells('clients not notified exactly once', sessions, 1, (f) => [String(f.wronglyTold)]),
      cells('heap of an idle session', sessions, 1, (f) => [`${(f.idleSessionBytes / 1000).toFixed(1)} KB`]),
    ],
  )
}

export function signInTable({ signIn }: Results): string {
  return table(
    ['remote server', 'p50', 'p99', 'p50 against the header'],
    [
      cells('with a static header', signIn, 3, (f) => [milli(f.staticP50Ms), milli(f.staticP99Ms), '']),
      cells('signed in', signIn, 3, (f) => [
        milli(f.signedP50Ms),
        milli(f.signedP99Ms),
        times(f.signedP50Ms, f.staticP50Ms),
      ]),
    ],
  )
}

function nano(nanoseconds: number): string {
  return `${Math.round(nanoseconds)} ns`
}
