/**
 * Reads a stream a piece at a time: after so many bytes it is everybody else's turn. The system would hand over two megabytes
 * of a flood in one go, and whoever has a call under way would wait for all of it.
 */
import type { Readable } from 'node:stream'

const turnBytes = 64 * 1024

export interface TurnReader {
  /** Nothing is read until `goOn`. */
  hold(): void
  goOn(): void
}

export function readInTurns(stream: Readable, take: (piece: Buffer) => void): TurnReader {
  let left = turnBytes
  let isHeld = false
  stream.on('data', (piece: Buffer) => {
    take(piece)
    left -= piece.length
    if (left > 0) return
    left = turnBytes
    stream.pause()
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
