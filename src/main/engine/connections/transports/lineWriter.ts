/**
 * Writes lines to a stream: the first of a turn of the event loop at once, so that a single call waits for nothing, and
 * all others of that turn together, so that many calls cost one system call. To look at the end of a turn costs something,
 * too: a line that is alone is spared it.
 */
import type { Writable } from 'node:stream'

export interface LineWriter {
  /** `alone`: it is known that no other line is about to follow. */
  write(line: string, alone: boolean): void
  /** Hands over what waits. */
  flush(): void
}

export function createLineWriter(stream: Writable): LineWriter {
  let waiting = ''
  let inTurn = false

  const flush = (): void => {
    if (waiting === '') return
    const lines = waiting
    waiting = ''
    stream.write(lines)
  }

  const endTurn = (): void => {
    inTurn = false
    flush()
  }

  return {
    write: (line, alone) => {
      if (inTurn) {
        waiting += `${line}\n`
        return
      }
      if (!alone) {
        inTurn = true
        setImmediate(endTurn)
      }
      stream.write(`${line}\n`)
    },
    flush,
  }
}
