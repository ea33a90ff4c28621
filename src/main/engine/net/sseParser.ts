/**
 * Parses an event stream (`text/event-stream`). A long event is copied only once, however many chunks it arrived in.
 */
import { GatheredBytes } from '#engine/net/gatheredBytes'
import type { ReadingTurn } from '#engine/net/readInTurns'

export interface SseEvent {
  readonly type: string
  readonly data: string
}

export interface SseParserOptions {
  readonly maxBytes: number
  /** Decides after each event whether `push` stops there. If absent, `push` takes all events. */
  readonly turn?: Pick<ReadingTurn, 'isOverAfterMessage'>
  readonly onEvent: (event: SseEvent) => void
  /** Called when the server sets the delay before reconnecting. */
  readonly onRetry?: (delayMs: number) => void
  /** Called once, for an event of more than `maxBytes`. Nothing is read after that. */
  readonly onTooLong: () => void
}

export interface SseParser {
  /** Returns how many bytes were taken. With a `turn`, the remaining bytes must be pushed again. */
  readonly push: (chunk: Buffer) => number
  /** The id of the newest event; null if the server has not sent any. */
  readonly lastEventId: string | null
}

const lineFeed = 0x0a
const carriageReturn = 0x0d
/** Matches ids that fit into a header. Others are ignored: they could not be sent back to resume the stream. */
const canBeSentBack = /^[\x20-\x7e]{0,1024}$/

export function createSseParser(options: SseParserOptions): SseParser {
  const begun = new GatheredBytes()
  let eventBytes = 0
  let type = ''
  let data: string[] = []
  let lastEventId: string | null = null
  let afterReturn = false
  let isFirst = true
  let over = false
  /** Whether the last line completed an event. */
  let hasDispatched = false

  const dispatch = (): void => {
    const event = { type: type === '' ? 'message' : type, data: data.join('\n') }
    const isEmpty = data.length === 0 || event.data === ''
    type = ''
    data = []
    eventBytes = 0
    if (isEmpty) return
    hasDispatched = true
    options.onEvent(event)
  }

  const takeField = (line: string): void => {
    const colon = line.indexOf(':')
    if (colon === 0) return
    const name = colon === -1 ? line : line.slice(0, colon)
    const value = colon === -1 ? '' : line.slice(line[colon + 1] === ' ' ? colon + 2 : colon + 1)
    if (name === 'data') data.push(value)
    else if (name === 'event') type = value
    else if (name === 'id' && canBeSentBack.test(value)) lastEventId = value
    else if (name === 'retry' && /^\d+$/.test(value)) options.onRetry?.(Number(value))
  }

  const endLine = (piece: Buffer): void => {
    let line = begun.take(piece).toString('utf8')
    if (isFirst && line.startsWith('\ufeff')) line = line.slice(1)
    isFirst = false
    if (line === '') dispatch()
    else takeField(line)
  }

  const count = (bytes: number): void => {
    eventBytes += bytes
    if (eventBytes <= options.maxBytes) return
    over = true
    begun.clear()
    data = []
    options.onTooLong()
  }

  return {
    push: (chunk) => {
      let start = 0
      if (afterReturn && chunk[0] === lineFeed) start = 1
      if (chunk.length > 0) afterReturn = false
      let feed = chunk.indexOf(lineFeed, start)
      while (!over && start < chunk.length) {
        if (feed !== -1 && feed < start) feed = chunk.indexOf(lineFeed, start)
        const end = endOfLine(chunk, start, feed)
        count((end === -1 ? chunk.length : end) - start)
        if (over) return chunk.length
        if (end === -1) {
          begun.add(chunk.subarray(start))
          return chunk.length
        }
        endLine(chunk.subarray(start, end))
        const isReturn = chunk[end] === carriageReturn
        if (isReturn && end + 1 === chunk.length) afterReturn = true
        start = isReturn && chunk[end + 1] === lineFeed ? end + 2 : end + 1
        if (hasDispatched) {
          hasDispatched = false
          if (options.turn?.isOverAfterMessage() === true) return start
        }
      }
      return chunk.length
    },
    get lastEventId() {
      return lastEventId
    },
  }
}

/**
 * The index of the next line end: a line feed, a carriage return, or both. `feed`: the index of the next line feed at
 * or after `start`; -1 if there is none.
 */
function endOfLine(chunk: Buffer, start: number, feed: number): number {
  if (feed === -1) return chunk.indexOf(carriageReturn, start)
  const back = chunk.subarray(start, feed).indexOf(carriageReturn)
  return back === -1 ? feed : start + back
}
