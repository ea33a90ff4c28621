/**
 * Reads a response body, as one text or as the events of a stream. Reports the end exactly once, even if the
 * connection breaks.
 */
import type { IncomingMessage } from 'node:http'
import { GatheredBytes } from '#engine/net/gatheredBytes'
import type { PausedStreams } from '#engine/net/pausedStreams'
import { ReadingTurn } from '#engine/net/readInTurns'
import { createSseParser, type SseEvent } from '#engine/net/sseParser'
import type { Clock } from '#engine/ports'

const megabyte = 1024 * 1024
/** The maximum size of one message from a server, the same as on stdio. */
export const maxMessageBytes = 64 * megabyte

const closed = 'the connection was closed'
const maxDiscardedBytes = 64 * 1024
const maxDiscardMs = 5_000

export type BodyEnd = { readonly kind: 'end' } | { readonly kind: 'broken'; readonly reason: string }

/**
 * Resolves with the text and how the body ended. If it is longer than `limitBytes`, the text is cut off and `end`
 * says so.
 */
export function readText(body: IncomingMessage, limitBytes = maxMessageBytes): Promise<{ text: string; end: BodyEnd }> {
  return new Promise((resolve) => {
    const read = new GatheredBytes()
    let isOver = false
    const finish = (end: BodyEnd) => {
      if (isOver) return
      isOver = true
      resolve({ text: read.take().toString('utf8'), end })
    }
    onceOver(body, finish)
    body.on('data', (chunk: Buffer) => {
      if (isOver) return
      const room = limitBytes - read.length
      read.add(chunk.length <= room ? chunk : chunk.subarray(0, room))
      if (chunk.length > room) {
        finish({ kind: 'broken', reason: tooLong(limitBytes) })
        body.destroy()
      }
    })
  })
}

/** Reads a body that is not needed, so that the connection can be used again. Aborts an endless body. */
export function discard(body: IncomingMessage, clock: Clock): Promise<void> {
  return new Promise((resolve) => {
    let bytes = 0
    const timer = clock.after(maxDiscardMs, () => body.destroy())
    onceOver(body, () => {
      timer.cancel()
      resolve()
    })
    body.on('data', (chunk: Buffer) => {
      bytes += chunk.length
      if (bytes > maxDiscardedBytes) body.destroy()
    })
  })
}

export interface EventReader {
  /** The id of the newest event; null before the first. */
  readonly lastEventId: string | null
}

/** `streams`: decides when the body is read. */
export function readEvents(
  streams: PausedStreams,
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
  const turn = new ReadingTurn()
  const parser = createSseParser({
    maxBytes: maxMessageBytes,
    turn,
    onEvent: (event) => handlers.onEvent(event),
    onRetry: (delayMs) => handlers.onRetry?.(delayMs),
    onTooLong: () => {
      finish({ kind: 'broken', reason: tooLong(maxMessageBytes) })
      body.destroy()
    },
  })
  onceOver(body, finish)
  streams.read(body, parser.push, turn)
  return parser
}

function onceOver(body: IncomingMessage, finish: (end: BodyEnd) => void): void {
  body.once('end', () => finish({ kind: 'end' }))
  // Node reports "aborted" if the other side closed the connection in the middle.
  body.once('error', ({ message }) => finish({ kind: 'broken', reason: message === 'aborted' ? closed : message }))
  body.once('close', () => finish({ kind: 'broken', reason: closed }))
  // The body was closed before anything was read.
  if (body.destroyed) queueMicrotask(() => finish({ kind: 'broken', reason: closed }))
}

function tooLong(bytes: number): string {
  return `the server sent more than ${Math.floor(bytes / megabyte)} MB in one message`
}
