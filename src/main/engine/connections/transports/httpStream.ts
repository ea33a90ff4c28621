/**
 * Follows a server's event stream through disconnects: reconnects after a delay and, if possible, resumes after the
 * last event.
 */
import { backoff } from '#contract/backoff'
import { discard, readEvents } from '#engine/net/httpBody'
import { type Exchange, type HttpAnswer, HttpFailure, HttpRefusal } from '#engine/net/httpExchange'
import type { PausedStreams } from '#engine/net/pausedStreams'
import type { Clock, Random, Timer } from '#engine/ports'

export interface StreamOptions {
  open(lastEventId: string | null): Exchange
  onMessage(json: string): void
  /** Asked at each disconnect: true if the stream is no longer needed. */
  isDone(): boolean
  /** Called when the server is unreachable, or has broken the stream too often. Nothing is called afterwards. */
  onLost(failure: HttpFailure | null): void
  /** Called when the response is not a stream. Nothing is called afterwards. */
  onRefused(answer: HttpAnswer): void
  /** Called when the stream is open again, but events in between are lost. */
  onGap(): void
  /** Called whenever a request for the stream was answered or has failed. */
  onAnswered?(): void
  readonly clock: Clock
  readonly random: Random
  /** The id of the last event received before; null for a new stream. */
  readonly lastEventId: string | null
  /** Delay before the first request; null: no delay. */
  readonly delayMs: number | null
  readonly streams: PausedStreams
}

export interface Stream {
  close(): void
}

const firstDelayMs = 1_000
const maxDelayMs = 30_000
/** Minimum delay. Without it, a server that sends `retry: 0` would be sent requests all the time. */
const minDelayMs = 100
/** Maximum number of consecutive disconnects without an event in between. */
const maxBreaks = 8

export function followStream(options: StreamOptions): Stream {
  const { clock, random } = options
  let { lastEventId } = options
  let askedDelayMs: number | null = null
  let breaks = 0
  let wasOpen = false
  let closed = false
  let running: Exchange | null = null
  let timer: Timer | null = null

  const close = () => {
    closed = true
    timer?.cancel()
    running?.abort()
  }

  const comeBack = (failure: HttpFailure | null) => {
    if (closed) return
    if (options.isDone()) return close()
    // The server is up but wants a sign-in. It is asked again from time to time, because a person may have signed in.
    if (failure instanceof HttpRefusal) {
      timer = clock.after(maxDelayMs, open)
      return
    }
    breaks++
    if (failure?.sent === false || breaks > maxBreaks) {
      close()
      options.onLost(failure)
    } else {
      const ownMs = backoff(firstDelayMs, breaks, random(), maxDelayMs)
      timer = clock.after(withinBounds(askedDelayMs ?? ownMs), open)
    }
  }

  const read = (answer: HttpAnswer) => {
    if (wasOpen && lastEventId === null) options.onGap()
    wasOpen = true
    const reader = readEvents(options.streams, answer.body, {
      onEvent: ({ type, data }) => {
        if (closed) return
        breaks = 0
        lastEventId = reader.lastEventId ?? lastEventId
        if (type === 'message') options.onMessage(data)
      },
      onRetry: (delayMs) => {
        askedDelayMs = delayMs
      },
      onEnd: () => {
        lastEventId = reader.lastEventId ?? lastEventId
        comeBack(null)
      },
    })
  }

  const open = () => {
    running = options.open(lastEventId)
    const answered = () => options.onAnswered?.()
    running.answer.then(answered, answered)
    running.answer.then(
      (answer) => {
        if (closed) return
        if (isEventStream(answer)) read(answer)
        else if (answer.status >= 500) {
          void discard(answer.body, clock)
          comeBack(null)
        } else {
          closed = true
          options.onRefused(answer)
        }
      },
      (thrown: unknown) => comeBack(thrown instanceof HttpFailure ? thrown : null),
    )
  }

  if (options.delayMs === null) open()
  else timer = clock.after(withinBounds(options.delayMs), open)
  return { close }
}

function withinBounds(delayMs: number): number {
  return Math.min(Math.max(delayMs, minDelayMs), maxDelayMs)
}

export function isEventStream({ status, headers }: HttpAnswer): boolean {
  return status === 200 && /^text\/event-stream\b/i.test(headers['content-type'] ?? '')
}
