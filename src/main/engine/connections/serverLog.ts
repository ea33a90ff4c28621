/** Keeps the first and the last lines of one server's output. Lines are redacted before they are kept or shown. */
import type { LogLine } from '#contract/servers/server'
import { capText } from '#engine/structures/textCap'
import type { Clock } from '#engine/ports'

export interface ServerLog {
  append(source: LogLine['source'], text: string): void
  /** The kept lines, oldest first. Gaps in their numbers show where lines were dropped. */
  lines(): readonly LogLine[]
  /** Returns a function that ends the subscription. */
  subscribe(listener: (line: LogLine) => void): () => void
}

export interface ServerLogOptions {
  readonly clock: Clock
  readonly redact: (text: string) => string
  readonly limits?: ServerLogLimits
}

export interface ServerLogLimits {
  /** The first lines show why a server does not start. */
  readonly firstLines: number
  /** The last lines show why it failed. */
  readonly lastLines: number
  /** Maximum size of all kept lines. The first lines take at most half of it. */
  readonly bytes: number
}

/** Maximum size of one line. */
const maxLineBytes = 64 * 1024

const defaultLimits: ServerLogLimits = { firstLines: 200, lastLines: 2000, bytes: 1024 * 1024 }

export function createServerLog({ clock, redact, limits = defaultLimits }: ServerLogOptions): ServerLog {
  const listeners = new Set<(line: LogLine) => void>()
  const first: LogLine[] = []
  let firstBytes = 0
  // The oldest kept line is at `lastStart`. The entries before it are cut off in one step when they make up half of
  // the array.
  let last: LogLine[] = []
  let lastStart = 0
  let lastBytes = 0
  let count = 0

  const dropOldest = (): void => {
    const dropped = last[lastStart]
    lastStart += 1
    if (dropped) lastBytes -= sizeOf(dropped)
    if (lastStart * 2 > last.length) {
      last = last.slice(lastStart)
      lastStart = 0
    }
  }

  const keep = (line: LogLine): void => {
    const size = sizeOf(line)
    const fitsFirst = last.length === 0 && first.length < limits.firstLines && firstBytes + size <= limits.bytes / 2
    if (fitsFirst) {
      first.push(line)
      firstBytes += size
      return
    }
    last.push(line)
    lastBytes += size
    while (last.length - lastStart > limits.lastLines || firstBytes + lastBytes > limits.bytes) dropOldest()
  }

  return {
    append: (source, text) => {
      count += 1
      const line: LogLine = { number: count, at: clock.now(), source, text: redact(capText(text, maxLineBytes)) }
      keep(line)
      for (const listener of listeners) listener(line)
    },
    lines: () => [...first, ...last.slice(lastStart)],
    subscribe: (listener) => {
      listeners.add(listener)
      return () => void listeners.delete(listener)
    },
  }
}

/**
 * Returns the lines that the server itself has printed since the given time: on stderr, or between the messages on
 * stdout.
 */
export function printedSince(log: ServerLog, since: number): string[] {
  return log.lines().flatMap(({ source, at, text }) => (source !== 'engine' && at >= since ? [text] : []))
}

function sizeOf(line: LogLine): number {
  return Buffer.byteLength(line.text)
}
