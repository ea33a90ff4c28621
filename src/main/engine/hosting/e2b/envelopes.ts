/**
 * Messages in a stream of the Connect protocol over HTTP. Before each message are one byte of flags and four bytes of
 * length. Pure.
 */

const headerBytes = 5
/** Marks the last envelope, which is not a message but says how the stream ended. */
const endFlag = 2
/** The longest message. It is far above the usual size, because output comes in pieces of a few kilobytes. */
const maxMessageBytes = 4 * 1_024 * 1_024

export interface Envelope {
  readonly isEnd: boolean
  readonly message: unknown
}

export function envelope(message: object): Uint8Array<ArrayBuffer> {
  const text = new TextEncoder().encode(JSON.stringify(message))
  const bytes = new Uint8Array(headerBytes + text.length)
  new DataView(bytes.buffer).setUint32(1, text.length)
  bytes.set(text, headerBytes)
  return bytes
}

/** Reads messages from a stream that may be split anywhere. Throws if the stream has another form. */
export async function* readEnvelopes(stream: AsyncIterable<Uint8Array>): AsyncGenerator<Envelope> {
  let rest: Buffer = Buffer.alloc(0)
  for await (const bytes of stream) {
    rest = rest.length === 0 ? Buffer.from(bytes) : Buffer.concat([rest, bytes])
    while (rest.length >= headerBytes) {
      const length = rest.readUInt32BE(1)
      if (length > maxMessageBytes) throw new Error(`a message of ${length} bytes is too long`)
      if (rest.length < headerBytes + length) break
      const text = rest.toString('utf8', headerBytes, headerBytes + length)
      yield { isEnd: ((rest[0] ?? 0) & endFlag) !== 0, message: JSON.parse(text) as unknown }
      rest = rest.subarray(headerBytes + length)
    }
  }
}
