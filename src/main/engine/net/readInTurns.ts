/**
 * Reads a stream in turns: after so many bytes or messages, everything else gets its turn of the event loop. The system would
 * hand over two megabytes of a flood in one go, and every call under way would wait for all of it.
 */
import type { Readable } from 'node:stream'

const turnBytes = 64 * 1024
/** Tens of thousands of tiny messages would fit into the bytes of one turn. */
export const turnMessages = 1_000

export interface TurnReader {
  /** Nothing is read until `goOn`. */
  hold(): void
  goOn(): void
}

/** `take` returns how many of the bytes it took; the rest of the piece comes again in the next turn. */
export function readInTurns(stream: Readable, take: (piece: Buffer) => number): TurnReader {
  let left = turnBytes
  let isHeld = false
  stream.on('data', (piece: Buffer) => {
    const taken = take(piece)
    left -= taken
    if (left > 0 && taken === piece.length) return
    left = turnBytes
    stream.pause()
    if (taken < piece.length) stream.unshift(piece.subarray(taken))
    setImmediate(() => {
      if (!isHeld) stream.resume()
    })
  })
  return {
    hold: () => {
      isHeld = true
      stream.pause()
    },
    goOn: () => {
      isHeld = false
      stream.resume()
    },
  }
}
