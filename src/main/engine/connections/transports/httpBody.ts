/** Reading a response: as one text, or as the events of a stream. Ends exactly once, also when the connection breaks. */
import type { IncomingMessage } from 'node:http'
import { createSseParser, type SseEvent } from '#engine/connections/transports/sseParser'

const megabyte = 1024 * 1024
/** As much as one message of a server may be; the same as on stdio. */
export const mostMessageBytes = 64 * megabyte

const closed = 'the connection was closed'

export type BodyEnd = { readonly kind: 'end' } | { readonly kind: 'broken'; readonly reason: string }

/** The text, or why there is none. What is over `mostBytes` is cut off, or a fault. */
export function readText(body: IncomingMessage, mostBytes = mostMessageBytes): Promise<{ text: string; end: BodyEnd }> {
  return new Promise((resolve) => {
    const chunks: Buffer[] = []
    let bytes = 0
    const finish = (end: BodyEnd) => resolve({ text: Buffer.concat(chunks).toString('utf8'), end })
    onceOver(body, finish)
    body.on('data', (chunk: Buffer) => {
      bytes += chunk.length
      if (bytes <= mostBytes) chunks.push(chunk)
      else {
        chunks.push(chunk.subarray(0, chunk.length - (bytes - mostBytes)))
        finish({ kind: 'broken', reason: tooLong(mostBytes) })
        body.destroy()
      }
    })
  })
}

export interface EventReader {
  /** The newest id of an event; null while there is none. */
  readonly lastEventId: string | null
}

export function readEvents(
  body: IncomingMessage,
  handlers: {
    onEvent(event: SseEvent): void
    onRetry?(delayMs: number): void
    onEnd(end: BodyEnd): void
  },
): EventReader {
  let over = false
  const finish = (end: BodyEnd) => {
    if (over) return
    over = true
    handlers.onEnd(end)
  }
  const parser = createSseParser({
    maxBytes: mostMessageBytes,
    onEvent: (event) => handlers.onEvent(event),
    onRetry: (delayMs) => handlers.onRetry?.(delayMs),
    onTooLong: () => {
      finish({ kind: 'broken', reason: tooLong(mostMessageBytes) })
      body.destroy()
    },
  })
  onceOver(body, finish)
  body.on('data', parser.push)
  return parser
}

function onceOver(body: IncomingMessage, finish: (end: BodyEnd) => void): void {
  body.once('end', () => finish({ kind: 'end' }))
  // Node calls it "aborted" when the other side is gone in the middle.
  body.once('error', ({ message }) => finish({ kind: 'broken', reason: message === 'aborted' ? closed : message }))
  body.once('close', () => finish({ kind: 'broken', reason: closed }))
}

function tooLong(bytes: number): string {
  return `it sent more than ${Math.floor(bytes / megabyte)} MB in one message`
}
