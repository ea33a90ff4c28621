/** Reads the body of a request, within a limit. One chunk, the usual case, is not copied. */
import { Buffer } from 'node:buffer'
import type { IncomingMessage } from 'node:http'

/** `tooLarge`: the rest is left for Node to drop. `aborted`: the client went away. */
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
    // Node tells V8 of every promise that is settled twice, which costs a hundredth of a call.
    request.on('close', () => {
      if (!request.readableEnded) resolve('aborted')
    })
  })
}
