/** The last lines of a server's log: in order, without repeats, with gaps marked. Pure. */
import type { LogLine } from '#contract/servers/server'
import { counted } from '#contract/text/counted'

export interface LogBuffer {
  readonly lines: readonly LogLine[]
}

export type LogEntry =
  | { readonly kind: 'line'; readonly line: LogLine }
  /** A gap before the line with the number `before`. */
  | { readonly kind: 'gap'; readonly missing: number; readonly before: number }

export const keyOfEntry = (entry: LogEntry): string | number =>
  entry.kind === 'line' ? entry.line.number : `gap ${entry.before}`

export const emptyLog: LogBuffer = { lines: [] }
export const keptLines = 5000

/** Whether these lines come from a new engine, whose line numbers start again. */
function startsAgain(last: LogLine, lines: readonly LogLine[]): boolean {
  const same = lines.find((line) => line.number === last.number)
  return same === undefined ? (lines.at(-1)?.number ?? last.number) < last.number : same.at !== last.at
}

/**
 * Adds lines to the buffer. `fresh`: the first batch of a subscription, which repeats known lines, or starts again with
 * a new engine.
 */
export function appendLines(buffer: LogBuffer, lines: readonly LogLine[], fresh: boolean): LogBuffer {
  const lastLine = buffer.lines.at(-1)
  const last = lastLine?.number ?? 0
  if (fresh && lastLine !== undefined && startsAgain(lastLine, lines)) return { lines: lines.slice(-keptLines) }
  const added = lines.filter((line) => line.number > last)
  return added.length === 0 ? buffer : { lines: [...buffer.lines, ...added].slice(-keptLines) }
}

/** The lines to show: those after `clearedAt` that contain `search`. Gaps are shown only without a search. */
export function shownEntries(buffer: LogBuffer, clearedAt: number, search: string): LogEntry[] {
  const wanted = search.trim().toLowerCase()
  const entries: LogEntry[] = []
  let previous: number | null = null
  for (const line of buffer.lines) {
    if (line.number <= clearedAt) continue
    if (wanted !== '' && !line.text.toLowerCase().includes(wanted)) continue
    if (wanted === '' && previous !== null && line.number > previous + 1)
      entries.push({ kind: 'gap', missing: line.number - previous - 1, before: line.number })
    entries.push({ kind: 'line', line })
    previous = line.number
  }
  return entries
}

const timeOf = (at: number) => new Date(at).toISOString()

export function asText(entries: readonly LogEntry[]): string {
  return entries
    .map((entry) =>
      entry.kind === 'gap'
        ? `… ${counted(entry.missing, 'line')} dropped …`
        : `${timeOf(entry.line.at)} ${entry.line.source} ${entry.line.text}`,
    )
    .join('\n')
}
