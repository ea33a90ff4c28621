/**
 * A `fetch` for the SDK that uses our own HTTP client, with proxies, the system's certificates, and redirects that drop
 * the key. It sends the SDK's method, address and body, but none of its headers.
 */
import type { IncomingHttpHeaders, IncomingMessage } from 'node:http'
import type { ClientOptions } from '@anthropic-ai/sdk'
import { durationText } from '#contract/text/durationText'
import { notWithin } from '#engine/chat/models/failures'
import type { ModelFailure } from '#engine/chat/models/modelClient'
import { GatheredBytes } from '#engine/net/gatheredBytes'
import { exchange, type ExchangeParts, type HttpAnswer, HttpFailure } from '#engine/net/httpExchange'
import type { Clock } from '#engine/ports'

export interface FetchParts extends ExchangeParts {
  /** The headers that the server at this address may get. */
  headersFor(url: URL): Readonly<Record<string, string>>
}

export const eventStream = 'text/event-stream'
/** How long to wait for a response. A local model may read a long prompt for minutes before it answers. */
const maxWaitMs = 600_000
/** How long a response may pause. A model that thinks for a long time sends pings more often than this. */
const maxSilenceMs = 180_000
const maxEventBytes = 32 * 1024 * 1024
/** How much of an error response is read to explain it. */
const maxErrorBytes = 64 * 1024
const maxJsonBytes = 4_000_000
const lineFeed = 0x0a
const carriageReturn = 0x0d
/** Any of these ends an event. */
const blankLines = ['\n\n', '\r\n\r\n', '\r\r'].map((text) => Buffer.from(text))
/** Statuses whose responses have no body. */
const withoutBody = new Set([204, 205, 304])

/** Thrown if no response came. Its message is empty, because the SDK takes an error for a timeout by its message. */
export class NoAnswer extends Error {
  readonly failure: HttpFailure | ModelFailure

  constructor(failure: HttpFailure | ModelFailure) {
    super('')
    this.name = 'NoAnswer'
    this.failure = failure
  }
}

/** Thrown if the response's body ended early. */
export class BrokenBody extends Error {
  override readonly name = 'BrokenBody'
}

export function exchangeFetch(parts: FetchParts): NonNullable<ClientOptions['fetch']> {
  return async (input, init) => {
    const url = new URL(input instanceof Request ? input.url : input)
    const { method, body, headers, signal } = init ?? {}
    signal?.throwIfAborted()
    const wantsEvents = new Headers(headers).get('accept') === eventStream
    const exchanged = exchange(parts, {
      method: method === 'POST' ? 'POST' : 'GET',
      url,
      headersFor: (to) => ({
        accept: wantsEvents ? eventStream : 'application/json',
        ...(typeof body === 'string' ? { 'content-type': 'application/json' } : {}),
        ...parts.headersFor(to),
      }),
      ...(typeof body === 'string' ? { body } : {}),
    })
    let giveUp: (reason: unknown) => void = () => undefined
    const calledOff = new Promise<never>((_resolve, reject) => {
      giveUp = (reason) => {
        exchanged.abort()
        reject(reason)
      }
    })
    signal?.addEventListener('abort', () => giveUp(signal.reason), { once: true })
    const timer = wantsEvents ? parts.clock.after(maxWaitMs, () => giveUp(new NoAnswer(notWithin(maxWaitMs)))) : null
    calledOff.catch(() => undefined)
    try {
      return responseOf(await Promise.race([exchanged.answer, calledOff]), wantsEvents, parts.clock)
    } catch (thrown) {
      throw thrown instanceof HttpFailure ? new NoAnswer(thrown) : thrown
    } finally {
      timer?.cancel()
    }
  }
}

function responseOf({ status, headers: received, body }: HttpAnswer, wantsEvents: boolean, clock: Clock): Response {
  const headers = headersOf(received)
  const isWell = status >= 200 && status < 300
  // A response without a content type is assumed to have the requested one.
  if (isWell && wantsEvents && !headers.has('content-type')) headers.set('content-type', eventStream)
  if (isWell && !wantsEvents) headers.set('content-type', 'application/json')
  if (withoutBody.has(status)) {
    body.resume()
    return new Response(null, { status, headers })
  }
  const isStream = isWell && wantsEvents && isEventStream(headers)
  const read = isStream ? linesIn(body, clock) : limited(body, isWell ? maxJsonBytes : maxErrorBytes, clock)
  return new Response(ReadableStream.from(read), { status, headers })
}

export function isEventStream(headers: Headers): boolean {
  return headers.get('content-type')?.startsWith(eventStream) === true
}

function headersOf(received: IncomingHttpHeaders): Headers {
  const headers = new Headers()
  for (const [name, value] of Object.entries(received)) if (typeof value === 'string') headers.set(name, value)
  return headers
}

/** The bytes as they come. A long silence ends the body. */
async function* bytesIn(body: IncomingMessage, clock: Clock): AsyncGenerator<Buffer> {
  const silent = () => body.destroy(new BrokenBody(`Nothing was received for ${durationText(maxSilenceMs)}.`))
  let timer = clock.after(maxSilenceMs, silent)
  try {
    for await (const chunk of body as AsyncIterable<Buffer>) {
      timer.cancel()
      timer = clock.after(maxSilenceMs, silent)
      yield chunk
    }
  } catch (thrown) {
    if (thrown instanceof BrokenBody) throw thrown
    throw new BrokenBody('The connection was lost while the answer was arriving.', { cause: thrown })
  } finally {
    timer.cancel()
  }
}

/** Cuts off what exceeds `maxBytes`. */
async function* limited(body: IncomingMessage, maxBytes: number, clock: Clock): AsyncGenerator<Buffer> {
  let bytes = 0
  for await (const chunk of bytesIn(body, clock)) {
    if (bytes + chunk.length > maxBytes) return yield chunk.subarray(0, maxBytes - bytes)
    bytes += chunk.length
    yield chunk
  }
}

/** Joins the pieces of a long line. The SDK would read an incomplete line again with each piece. */
async function* linesIn(body: IncomingMessage, clock: Clock): AsyncGenerator<Buffer> {
  const begun = new GatheredBytes()
  let eventBytes = 0
  for await (const chunk of bytesIn(body, clock)) {
    eventBytes = blankLines.some((blank) => chunk.includes(blank)) ? 0 : eventBytes + chunk.length
    if (eventBytes > maxEventBytes) throw new BrokenBody('Part of the answer was too long to read.')
    if (chunk.includes(lineFeed) || chunk.includes(carriageReturn)) yield begun.take(chunk)
    else begun.add(chunk)
  }
  if (begun.length > 0) yield begun.take()
}
