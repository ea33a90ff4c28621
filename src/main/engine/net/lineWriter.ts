/**
 * Writes lines to a stream. The first line in a turn of the event loop is written immediately, so that a single call
 * does not wait. All other lines of that turn are written together, so that many calls cost one system call. Waiting
 * for the end of a turn also has a cost, which a lone line avoids.
 */
import type { Writable } from 'node:stream'

export interface LineWriter {
  /** `alone`: no other line is expected. `onTaken`: called when the stream has accepted the line, or has ended. */
  write(line: string, alone: boolean, onTaken?: () => void): void
  /** Writes the waiting lines now. */
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
