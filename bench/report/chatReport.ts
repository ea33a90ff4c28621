/** The results for the chat, and its targets. */
import type { Results } from '#bench/report/results'
import { figuresOf } from '#bench/report/rounds'
import { cells, mega, milli, table } from '#bench/report/table'
import { target, times, type Target } from '#bench/report/target'

export function chatTable({ chat }: Results): string {
  const share = (value: number): string => `${(value * 100).toFixed(1)} %`
  return table(
    ['chat', ''],
    [
      cells('end of a tool use to the call at the server, p50', chat, 1, (f) => [milli(f.wireP50Ms)]),
      cells('the same, p99', chat, 1, (f) => [milli(f.wireP99Ms)]),
      cells('20 concurrent calls of 200 ms, against the slowest', chat, 1, (f) => [`${f.parallelShare.toFixed(2)}x`]),
      cells('conversation of 10,000 messages, opened', chat, 1, (f) => [milli(f.openMs)]),
      cells('first message in it, to the request at the endpoint', chat, 1, (f) => [milli(f.firstTurnMs)]),
      cells('later messages in it, to the request at the endpoint', chat, 1, (f) => [milli(f.laterTurnMs)]),
      cells('longest loop delay meanwhile', chat, 1, (f) => [milli(f.longestTaskMs)]),
      cells('heap gained in 600 turns with tools, after GC', chat, 1, (f) => [mega(f.heapBytes)]),
      cells('share of the text sent before, Anthropic', chat, 1, (f) => [share(f.anthropicPrefix)]),
      cells('share of the text sent before, another endpoint', chat, 1, (f) => [share(f.customPrefix)]),
      cells('loop delay at 2,000 tokens/s, p99', chat, 1, (f) => [milli(f.streamP99Ms)]),
      cells('loop delay at 2,000 tokens/s, longest', chat, 1, (f) => [milli(f.streamMaxMs)]),
    ],
  )
}

export function chatTargets({ chat }: Results): Target[] {
  const figures = figuresOf(chat)
  const atMost = (value: number | undefined, most: number, unit: string) => ({
    value: value ?? null,
    atMost: most,
    unit,
  })
  const percent = (value: number | undefined) => ({
    value: value === undefined ? null : value * 100,
    atLeast: 90,
    unit: ' %',
  })
  return [
    target('chat: end of a tool use to the call at the server, p50', atMost(figures?.wireP50Ms, 2, ' ms')),
    target('chat: 20 concurrent calls, against the slowest', times(figures?.parallelShare ?? null, { atMost: 1.2 })),
    target('chat: conversation of 10,000 messages, opened', atMost(figures?.openMs, 500, ' ms')),
    target('chat: 600 turns with tools, heap gained', {
      value: figures === null ? null : figures.heapBytes / 1e6,
      atMost: 20,
      unit: ' MB',
    }),
    target('chat: 200 tools, 10 turns, share sent before, Anthropic', percent(figures?.anthropicPrefix)),
    target('chat: 200 tools, 10 turns, share sent before, another endpoint', percent(figures?.customPrefix)),
    target('chat: 2,000 tokens/s, longest loop delay', atMost(figures?.streamMaxMs, 50, ' ms')),
  ]
}
