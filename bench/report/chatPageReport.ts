/** The results of the page of a conversation, and what it has set itself. */
import type { Results } from '#bench/report/results'
import { figuresOf } from '#bench/report/rounds'
import { cells, mega, milli, table } from '#bench/report/table'
import { target, type Target } from '#bench/report/target'

const longest = (ms: number): string => (ms === 0 ? 'below 50 ms' : milli(ms))

export function chatPageTable({ chatPage }: Results): string {
  return table(
    ['page of a conversation of 200 messages, 2,000 tokens/s', ''],
    [
      cells('longest task, prose', chatPage, 1, (f) => [longest(f.proseLongestMs)]),
      cells('longest task, a list that grows to 2,500 items', chatPage, 1, (f) => [longest(f.listLongestMs)]),
      cells('longest task, a table that grows to 500 rows', chatPage, 1, (f) => [longest(f.tableLongestMs)]),
      cells('tasks over 50 ms in all three', chatPage, 1, (f) => [f.longTasks.toFixed(0)]),
      cells('share of the time that the page works', chatPage, 1, (f) => [`${(f.busyShare * 100).toFixed(0)} %`]),
      cells('heap gained in an hour of turns, after GC', chatPage, 1, (f) => [mega(f.heapBytes)]),
    ],
  )
}

export function chatPageTargets({ chatPage }: Results): Target[] {
  const figures = figuresOf(chatPage)
  const slowest =
    figures === null ? null : Math.max(figures.proseLongestMs, figures.listLongestMs, figures.tableLongestMs)
  return [
    target('page: 2,000 tokens/s into 200 messages, longest task', { value: slowest, atMost: 50, unit: ' ms' }),
    target('page: heap gained in an hour of turns', {
      value: figures === null ? null : figures.heapBytes / 1e6,
      atMost: 20,
      unit: ' MB',
    }),
  ]
}
