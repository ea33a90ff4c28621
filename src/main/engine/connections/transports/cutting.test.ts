import { describe, expect, it } from 'vitest'
import { createLineSplitter } from '#engine/net/lineSplitter'
import { createSseParser } from '#engine/net/sseParser'
import { sizeOfBadGrowth } from '#test/support/growth'

const nothing = () => undefined
const maxBytes = 64 * 1024 * 1024
const cutters = {
  lines: () => createLineSplitter({ maxBytes, onLine: nothing, onTooLong: nothing }),
  events: () => createSseParser({ maxBytes, onEvent: nothing, onTooLong: nothing }),
}

function readAll(push: (chunk: Buffer) => number, bytes: Buffer, pieceBytes: number): void {
  for (let start = 0; start < bytes.length; start += pieceBytes) {
    let piece = bytes.subarray(start, start + pieceBytes)
    while (piece.length > 0) piece = piece.subarray(push(piece))
  }
}

const sizes = [4_096, 16_384, 65_536, 262_144]

describe.each(['lines', 'events'] as const)(
  '[R17] splitting a stream into %s takes time in proportion to its length',
  (kind) => {
    it.each(['\r', '\n', '\r\n', ': \r', 'data\r', 'data: x\r\r', 'data: x\n\n', 'x', '\r'.repeat(99) + 'x'])(
      'for repeated %j',
      (text) => {
        const grows = (pieceBytes: number) =>
          sizeOfBadGrowth(
            (size) => readAll(cutters[kind]().push, Buffer.from(text.repeat(size / text.length)), pieceBytes),
            sizes,
          )
        expect({ whole: grows(maxBytes), byteByByte: grows(1) }).toEqual({ whole: null, byteByByte: null })
      },
    )
  },
)
