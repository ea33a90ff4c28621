/**
 * Reads stale rows again: each once at a time, and once more if it became stale meanwhile. While a change is under way
 * nothing is read, and pending answers are dropped: they would briefly show the old state.
 */
export interface RowReader {
  markStale(slugs: Iterable<string>): void
  /** Until it is released. */
  hold(): () => void
}

export interface RowReading {
  /** Returns a function that applies the row, once it is read. */
  readonly readRow: (slug: string) => Promise<() => void>
  readonly readAll: () => Promise<() => void>
}

/** From this number on, all rows are read at once. */
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
      // The link reports its error itself, and everything is read again when it is back.
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
