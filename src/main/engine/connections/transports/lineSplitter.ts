/** Cuts a stream of bytes into lines. A long line costs one copy of itself, however many chunks it came in. */
import { StringDecoder } from 'node:string_decoder'

export interface LineSplitterOptions {
  readonly maxBytes: number
  /** A line that is not empty, without its end. */
  readonly onLine: (line: string) => void
  /** Once for a line of more than `maxBytes`, with the beginning of it; what follows of that line is dropped. */
  readonly onTooLong: (beginning: string) => void
}

export interface LineSplitter {
  readonly push: (chunk: Buffer) => void
  /** What came after the last line end; empty if nothing did. */
  rest(): string
}

const lineFeed = 0x0a
const carriageReturn = 0x0d

export function createLineSplitter({ maxBytes, onLine, onTooLong }: LineSplitterOptions): LineSplitter {
  let parts: Buffer[] = []
  let partBytes = 0
  let dropping = false

  const take = (piece: Buffer): Buffer => {
    if (parts.length === 0) return piece
    parts.push(piece)
    const whole = Buffer.concat(parts, partBytes + piece.length)
    parts = []
    partBytes = 0
    return whole
  }

  const refuse = (piece: Buffer): void => {
    onTooLong(decodeWhole(take(piece).subarray(0, maxBytes)))
  }

  const endLine = (piece: Buffer): void => {
    if (dropping) {
      dropping = false
    } else if (partBytes + piece.length > maxBytes) {
      refuse(piece)
    } else {
      const line = take(piece)
      const end = line.at(-1) === carriageReturn ? line.length - 1 : line.length
      if (end > 0) onLine(line.toString('utf8', 0, end))
    }
  }

  return {
    push: (chunk) => {
      let start = 0
      for (let end = chunk.indexOf(lineFeed); end !== -1; end = chunk.indexOf(lineFeed, start)) {
        endLine(chunk.subarray(start, end))
        start = end + 1
      }
      if (start === chunk.length || dropping) return
      const piece = start === 0 ? chunk : chunk.subarray(start)
      if (partBytes + piece.length > maxBytes) {
        dropping = true
        refuse(piece)
      } else {
        parts.push(piece)
        partBytes += piece.length
      }
    },
    rest: () => take(Buffer.alloc(0)).toString('utf8'),
  }
}

/** Without the half of a character at the end. */
function decodeWhole(bytes: Buffer): string {
  return new StringDecoder('utf8').write(bytes)
}
