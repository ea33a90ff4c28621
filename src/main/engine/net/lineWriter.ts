/**
 * Writes lines to a stream: the first of a turn of the event loop at once, so that a single call waits for nothing, and
 * all others of that turn together, so that many calls cost one system call. Waiting for the end of a turn has a cost,
 * too, which a lone line is spared.
 */
import type { Writable } from 'node:stream'

export interface LineWriter {
  /** `alone`: no other line is known to follow. `onTaken`: the other side accepts more, or is gone. */
  write(line: string, alone: boolean, onTaken?: () => void): void
  /** Writes the waiting lines. */
  flush(): void
}

export function createLineWriter(stream: Writable): LineWriter {
  let waiting = ''
  let whenTaken: (() => void)[] = []
  let inTurn = false

  const flush = (): void => {
    if (waiting === '') return
    const lines = waiting
    const taken = whenTaken
    waiting = ''
    whenTaken = []
    if (taken.length === 0) stream.write(lines)
    else stream.write(lines, () => taken.forEach((tell) => tell()))
  }

  const endTurn = (): void => {
    inTurn = false
    flush()
  }

  return {
    write: (line, alone, onTaken) => {
      if (inTurn) {
        waiting += `${line}\n`
        if (onTaken !== undefined) whenTaken.push(onTaken)
        return
      }
      if (!alone) {
        inTurn = true
        setImmediate(endTurn)
      }
      stream.write(`${line}\n`, onTaken)
    },
    flush,
  }
}
