/** The results for the page with long lists and for the packaged app, and their targets. */
import type { Results } from '#bench/report/results'
import { figuresOf } from '#bench/report/rounds'
import { cells, mega, milli, table, times as timesText } from '#bench/report/table'
import { ratio, target, times, type Target } from '#bench/report/target'

export function listsTable({ lists }: Results): string {
  return table(
    ['page with 5,000 tools and 100,000 calls', ''],
    [
      cells('longest task while tools are scrolled and filtered', lists, 1, (f) => [milli(f.toolsLongestMs)]),
      cells('longest task while calls are scrolled and filtered', lists, 1, (f) => [milli(f.callsLongestMs)]),
      cells('longest task on a core, in both', lists, 1, (f) => [milli(f.longestCpuMs)]),
      cells('from a click on a switch to the frame that shows it', lists, 1, (f) => [milli(f.toggleShownMs)]),
      cells("from the click to the engine's answer", lists, 1, (f) => [milli(f.toggleAnsweredMs)]),
    ],
  )
}

export function desktopTable({ desktop }: Results): string {
  return table(
    ['packaged app', 'Switchboard', 'empty window', ''],
    [
      cells('start to 30 servers on the screen, or to the first paint', desktop, 3, (f) => [
        milli(f.shownMs),
        milli(f.emptyShownMs),
        timesText(f.shownMs, f.emptyShownMs),
      ]),
      cells('memory when idle, all processes', desktop, 3, (f) => [
        mega(f.idleBytes),
        mega(f.emptyIdleBytes),
        `${f.idleBytes >= f.emptyIdleBytes ? '+' : ''}${mega(f.idleBytes - f.emptyIdleBytes)}`,
      ]),
    ],
  )
}

export function windowTargets({ lists, desktop }: Results): Target[] {
  const listed = figuresOf(lists)
  const app = figuresOf(desktop)
  const longest = listed === null ? null : Math.max(listed.toolsLongestMs, listed.callsLongestMs)
  return [
    target('page: 5,000 tools and 100,000 calls, longest task', { value: longest, atMost: 50, unit: ' ms' }),
    target('page: a switch shows its new state', { value: listed?.toggleShownMs ?? null, atMost: 50, unit: ' ms' }),
    target('page: a switch is answered', { value: listed?.toggleAnsweredMs ?? null, atMost: 150, unit: ' ms' }),
    target(
      'packaged app: start to 30 servers on the screen, against an empty window',
      times(ratio(app?.shownMs, app?.emptyShownMs), { atMost: 1.5 }),
    ),
    target('packaged app: memory when idle, over an empty window', {
      value: app === null ? null : (app.idleBytes - app.emptyIdleBytes) / 1e6,
      atMost: 60,
      unit: ' MB',
    }),
  ]
}
