/** Writes a client's WebSocket frames by hand, so that they can be wrong, and reads a server's frames. */

export interface FrameParts {
  readonly opcode: number
  readonly payload: Buffer
  readonly isFinal?: boolean
  /** The three reserved bits, within 0x70. */
  readonly reserved?: number
  readonly isMasked?: boolean
  /** The length that the header states, if it is wrong. */
  readonly said?: number
}

export const opcodes = { goesOn: 0, text: 1, binary: 2, close: 8, ping: 9, pong: 10 } as const

const mask = Buffer.from([0x12, 0x34, 0x56, 0x78])

export function frame(parts: FrameParts): Buffer {
  const { opcode, payload, isFinal = true, reserved = 0, isMasked = true, said = payload.length } = parts
  const first = (isFinal ? 0x80 : 0) | reserved | opcode
  const maskBit = isMasked ? 0x80 : 0
  const head = headOf(first, maskBit, said)
  if (!isMasked) return Buffer.concat([head, payload])
  const masked = Buffer.from(payload)
  for (let index = 0; index < masked.length; index += 1) masked[index] = (masked[index] ?? 0) ^ (mask[index % 4] ?? 0)
  return Buffer.concat([head, mask, masked])
}

function headOf(first: number, maskBit: number, length: number): Buffer {
  if (length < 126) return Buffer.from([first, maskBit | length])
  if (length < 65_536) {
    const head = Buffer.from([first, maskBit | 126, 0, 0])
    head.writeUInt16BE(length, 2)
    return head
  }
  const head = Buffer.from([first, maskBit | 127, 0, 0, 0, 0, 0, 0, 0, 0])
  head.writeBigUInt64BE(BigInt(length), 2)
  return head
}

export interface ReadFrame {
  readonly opcode: number
  readonly payload: Buffer
}

/** Returns the complete frames in the bytes from a server. Our server never fragments frames. */
export function framesIn(bytes: Buffer): readonly ReadFrame[] {
  const frames: ReadFrame[] = []
  let start = 0
  while (start + 2 <= bytes.length) {
    const opcode = (bytes[start] ?? 0) & 0x0f
    const short = (bytes[start + 1] ?? 0) & 0x7f
    const more = short === 126 ? 2 : short === 127 ? 8 : 0
    if (start + 2 + more > bytes.length) break
    const length =
      more === 0 ? short : more === 2 ? bytes.readUInt16BE(start + 2) : Number(bytes.readBigUInt64BE(start + 2))
    const begin = start + 2 + more
    if (begin + length > bytes.length) break
    frames.push({ opcode, payload: bytes.subarray(begin, begin + length) })
    start = begin + length
  }
  return frames
}
