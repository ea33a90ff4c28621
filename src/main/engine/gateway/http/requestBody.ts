/** Reads a request's body, up to a limit. A single chunk, the usual case, is not copied. */
import { Buffer } from 'node:buffer'
import type { IncomingMessage } from 'node:http'

/** `tooLarge`: Node drops the rest of the body. `aborted`: the client disconnected. */
export type Body = { readonly bytes: Buffer } | 'tooLarge' | 'aborted'

export function readBody(request: IncomingMessage, limitBytes: number): Promise<Body> {
  if (Number(request.headers['content-length'] ?? 0) > limitBytes) return Promise.resolve('tooLarge')
  return new Promise((resolve) => {
    const chunks: Buffer[] = []
    let length = 0
    request.on('data', (chunk: Buffer) => {
      length += chunk.length
      if (length <= limitBytes) chunks.push(chunk)
      else {
        chunks.length = 0
        resolve('tooLarge')
      }
    })
    request.on('end', () => {
      const [only] = chunks
      resolve({ bytes: chunks.length === 1 && only !== undefined ? only : Buffer.concat(chunks) })
    })
    // Settles the promise only if it is still pending. Node reports a promise that is settled twice, which costs about
    // 1 % of a call.
    request.on('close', () => {
      if (!request.readableEnded) resolve('aborted')
    })
  })
}
