/**
 * Reads stale rows again: each row at most once at a time, and again if it became stale meanwhile. While a change is
 * running, nothing is read and pending answers are dropped, because they would briefly show the old state.
 */
export interface RowReader {
  markStale(slugs: Iterable<string>): void
  /** Stops reading until the returned function is called. */
  hold(): () => void
}

export interface RowReading {
  /** Resolves with a function that applies the row that was read. */
  readonly readRow: (slug: string) => Promise<() => void>
  readonly readAll: () => Promise<() => void>
}

/** With this many stale rows, all rows are read together. */
const manyRows = 12

export function createRowReader({ readRow, readAll }: RowReading): RowReader {
  const stale = new Set<string>()
  const reading = new Set<string>()
  let holds = 0
  let changes = 0

  const read = async (slugs: readonly string[], ask: () => Promise<() => void>) => {
    for (const slug of slugs) {
      stale.delete(slug)
      reading.add(slug)
    }
    const changesBefore = changes
    try {
      const put = await ask()
      if (changes === changesBefore) put()
      else for (const slug of slugs) stale.add(slug)
    } catch {
      // A failure needs no message here. The link reports it, and everything is read again when the link is back.
    } finally {
      for (const slug of slugs) reading.delete(slug)
    }
    look()
  }

  const look = () => {
    if (holds > 0) return
    const due = [...stale].filter((slug) => !reading.has(slug))
    if (due.length >= manyRows) void read(due, readAll)
    else for (const slug of due) void read([slug], () => readRow(slug))
  }

  return {
    markStale(slugs) {
      for (const slug of slugs) stale.add(slug)
      look()
    },
    hold() {
      holds += 1
      changes += 1
      return () => {
        holds -= 1
        look()
      }
    },
  }
}
