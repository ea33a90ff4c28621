/** The engine's targets with many servers, many sessions, and work off the call path. */
import type { Results } from '#bench/report/results'
import { figuresOf } from '#bench/report/rounds'
import { ratio, target, times, type Target } from '#bench/report/target'

export function engineTargets(results: Results): Target[] {
  return [
    ...startTargets(results),
    ...loopTargets(results),
    ...catalogTargets(results),
    ...sessionTargets(results),
    ...signInTargets(results),
  ]
}

function startTargets({ emptyStart, keptStart, list }: Results): Target[] {
  const kept = figuresOf(keptStart)
  const starts = ratio(figuresOf(emptyStart.own)?.listedMs, figuresOf(emptyStart.hub)?.listedMs)
  const lists = ratio(figuresOf(list.own)?.p50Ms, figuresOf(list.hub)?.p50Ms)
  return [
    target('30 servers, empty folder to full list, against mcp-hub', times(starts, { atMost: 1 })),
    target('30 servers, kept listings, process start to full list', milli(kept?.listedMs, 300)),
    target('the same while one server never answers', milli(kept?.listedWhileOneHangsMs, 300)),
    target(
      'call to the others while one server never answers, p50, against none',
      times(ratio(kept?.callWhileOneHangsMs, kept?.callMs), { atMost: 1.1 }),
    ),
    target('tools/list of 300 tools over 30 servers, p50, against mcp-hub', times(lists, { atMost: 0.7 })),
  ]
}

function loopTargets({ loop }: Results): Target[] {
  return [target('loop delay, 1,000 calls/s, 1 MB results mixed in, p99', milli(figuresOf(loop)?.p99Ms, 20))]
}

function catalogTargets({ catalog, projects }: Results): Target[] {
  const figures = figuresOf(catalog)
  const ofTwenty = figuresOf(projects)
  return [
    target('catalog of 100 servers with 50 tools, built', milli(figures?.firstBuildMs, 100)),
    target('catalog of 100 servers with 50 tools, one toggle', milli(figures?.toggleMs, 5)),
    // With fifty times as many tools, more look-ups miss the processor's cache, but none iterates over the tools.
    target(
      'look-up among 5,000 tools, against one among 100',
      times(ratio(figures?.lookupNs, figures?.fewLookupNs), { atMost: 10 }),
    ),
    target('the same servers in 20 projects that all differ, catalogs built', milli(ofTwenty?.buildMs, 150)),
    target('one toggle in one of 20 projects', milli(ofTwenty?.toggleMs, 5)),
    target('a further project of 5,000 tools, in memory', {
      value: ofTwenty === null ? null : ofTwenty.furtherProjectBytes / 1e6,
      atMost: 1,
      unit: ' MB',
    }),
  ]
}

function sessionTargets({ sessions }: Results): Target[] {
  const figures = figuresOf(sessions)
  return [
    target('200 sessions, 20,000 calls: lost', count(figures?.lost)),
    target('200 sessions, 20,000 calls: crossed', count(figures?.crossed)),
    target('an idle session', {
      value: figures === null ? null : figures.idleSessionBytes / 1000,
      atMost: 20,
      unit: ' KB',
    }),
    target('a changed list reaches 200 clients', milli(figures?.reachedAllMs, 300)),
    target('clients not notified exactly once', count(figures?.wronglyTold)),
  ]
}

function signInTargets({ signIn }: Results): Target[] {
  const figures = figuresOf(signIn)
  return [
    target(
      'call to a server that is signed in, p50, against a static header',
      times(ratio(figures?.signedP50Ms, figures?.staticP50Ms), { atMost: 1.03 }),
    ),
  ]
}

function milli(value: number | undefined, atMost: number) {
  return { value: value ?? null, atMost, unit: ' ms' }
}

function count(value: number | undefined) {
  return { value: value ?? null, atMost: 0, unit: '' }
}
