/** The results for a conversation's page, and its targets. */
import type { Results } from '#bench/report/results'
import { figuresOf } from '#bench/report/rounds'
import { cells, mega, milli, table } from '#bench/report/table'
import { target, type Target } from '#bench/report/target'

export function chatPageTable({ chatPage }: Results): string {
  return table(
    ['page of a conversation of 200 messages, 2,000 tokens/s', ''],
    [
      cells('longest task, prose', chatPage, 1, (f) => [milli(f.proseLongestMs)]),
      cells('longest task, a mixed answer', chatPage, 1, (f) => [milli(f.mixedLongestMs)]),
      cells('longest task, 550 lines of code', chatPage, 1, (f) => [milli(f.codeLongestMs)]),
      cells('longest task, a list that grows to 2,500 items', chatPage, 1, (f) => [milli(f.listLongestMs)]),
      cells('longest task, a table that grows to 500 rows', chatPage, 1, (f) => [milli(f.tableLongestMs)]),
      cells('longest task on a core, in all of them', chatPage, 1, (f) => [milli(f.longestCpuMs)]),
      cells('tasks over 50 ms in all of them', chatPage, 1, (f) => [f.longTasks.toFixed(0)]),
      cells('share of the time that the page works', chatPage, 1, (f) => [`${(f.busyShare * 100).toFixed(0)} %`]),
      cells('share that it waited for a core', chatPage, 1, (f) => [`${(f.waitedShare * 100).toFixed(0)} %`]),
      cells('heap gained in an hour of turns, after GC', chatPage, 1, (f) => [mega(f.heapBytes)]),
    ],
  )
}

export function chatPageTargets({ chatPage }: Results): Target[] {
  const figures = figuresOf(chatPage)
  const slowest =
    figures === null
      ? null
      : Math.max(
          figures.proseLongestMs,
          figures.mixedLongestMs,
          figures.codeLongestMs,
          figures.listLongestMs,
          figures.tableLongestMs,
        )
  return [
    target('page: 2,000 tokens/s into 200 messages, longest task', { value: slowest, atMost: 50, unit: ' ms' }),
    target('page: heap gained in an hour of turns', {
      value: figures === null ? null : figures.heapBytes / 1e6,
      atMost: 20,
      unit: ' MB',
    }),
  ]
}
