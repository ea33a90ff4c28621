/** Splits a stream of bytes into lines. A long line is copied only once, however many chunks it arrived in. */
import { StringDecoder } from 'node:string_decoder'
import { GatheredBytes } from '#engine/net/gatheredBytes'
import type { ReadingTurn } from '#engine/net/readInTurns'

export interface LineSplitterOptions {
  readonly maxBytes: number
  /** Decides after each line whether `push` stops there. If absent, `push` takes all lines. */
  readonly turn?: Pick<ReadingTurn, 'isOverAfterMessage'>
  /** Called for each line that is not empty, without the line end. */
  readonly onLine: (line: string) => void
  /**
   * Called once for a line of more than `maxBytes`, with the beginning of the line. The rest of the line is dropped.
   */
  readonly onTooLong: (beginning: string) => void
}

export interface LineSplitter {
  /** Returns how many bytes were taken. With a `turn`, the remaining bytes must be pushed again. */
  readonly push: (chunk: Buffer) => number
  /** The text after the last line end; empty if there is none. */
  rest(): string
}

const lineFeed = 0x0a
const carriageReturn = 0x0d
/** How much of a line that is too long is passed to `onTooLong`. */
const maxBeginningBytes = 64 * 1024

export function createLineSplitter({ maxBytes, turn, onLine, onTooLong }: LineSplitterOptions): LineSplitter {
  const begun = new GatheredBytes()
  let dropping = false

  const refuse = (piece: Buffer): void => {
    onTooLong(decodeWhole(begun.take(piece).subarray(0, Math.min(maxBytes, maxBeginningBytes))))
  }

  const report = (bytes: Buffer, start: number, lineEnd: number): void => {
    const end = bytes[lineEnd - 1] === carriageReturn ? lineEnd - 1 : lineEnd
    if (end > start) onLine(bytes.toString('utf8', start, end))
  }

  const endLine = (chunk: Buffer, start: number, end: number): void => {
    if (dropping) dropping = false
    else if (begun.length + end - start > maxBytes) refuse(chunk.subarray(start, end))
    else if (begun.length === 0) report(chunk, start, end)
    else {
      const line = begun.take(chunk.subarray(start, end))
      report(line, 0, line.length)
    }
  }

  return {
    push: (chunk) => {
      let start = 0
      for (let end = chunk.indexOf(lineFeed); end !== -1; end = chunk.indexOf(lineFeed, start)) {
        endLine(chunk, start, end)
        start = end + 1
        if (turn?.isOverAfterMessage() === true) return start
      }
      if (start === chunk.length || dropping) return chunk.length
      const piece = start === 0 ? chunk : chunk.subarray(start)
      if (begun.length + piece.length > maxBytes) {
        dropping = true
        refuse(piece)
      } else begun.add(piece)
      return chunk.length
    },
    rest: () => begun.take().toString('utf8'),
  }
}

/** Decodes the bytes without an incomplete character at the end. */
function decodeWhole(bytes: Buffer): string {
  return new StringDecoder('utf8').write(bytes)
}
