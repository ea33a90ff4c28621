/** Reads the event stream of one answer. It ends well only with `message_stop`; anything else is a cut. */
import type { IncomingMessage } from 'node:http'
import { z } from 'zod'
import { durationText } from '#contract/text/durationText'
import { readErrorEvent } from '#engine/chat/models/failures'
import { ModelFailure, type ModelSink } from '#engine/chat/models/modelClient'
import { noTokens } from '#engine/chat/models/modelUsage'
import { createSseParser } from '#engine/net/sseParser'
import type { Clock, Timer } from '#engine/ports'

/** A model that thinks for long sends a sign of life more often than this. */
const idleMs = 180_000
const mostEventBytes = 32 * 1024 * 1024

const count = z.number().nullish()
const usage = z.looseObject({
  input_tokens: count,
  output_tokens: count,
  cache_read_input_tokens: count,
  cache_creation_input_tokens: count,
})
type WireUsage = z.infer<typeof usage>

const event = z.discriminatedUnion('type', [
  z.looseObject({ type: z.literal('message_start'), message: z.looseObject({ usage: usage.nullish() }) }),
  z.looseObject({
    type: z.literal('content_block_start'),
    index: z.number(),
    content_block: z.looseObject({ type: z.string() }),
  }),
  z.looseObject({
    type: z.literal('content_block_delta'),
    index: z.number(),
    delta: z.looseObject({ type: z.string() }),
  }),
  z.looseObject({ type: z.literal('content_block_stop'), index: z.number() }),
  z.looseObject({
    type: z.literal('message_delta'),
    delta: z.looseObject({ stop_reason: z.string().nullish() }),
    usage: usage.nullish(),
  }),
  z.looseObject({ type: z.literal('message_stop') }),
  z.looseObject({ type: z.literal('error') }),
])

/** Resolves with the reason why the model stopped. */
export function readAnswer(body: IncomingMessage, sink: ModelSink, clock: Clock, signal: AbortSignal): Promise<string> {
  return new Promise((resolve, reject) => {
    const reading = new AnswerReader(sink)
    let timer: Timer | null = null
    const settle = (act: () => void) => {
      timer?.cancel()
      body.removeAllListeners('data')
      body.on('error', () => undefined)
      signal.removeEventListener('abort', onAbort)
      act()
    }
    const onAbort = () => settle(() => reject(signal.reason as Error))
    const cut = (why: string, cause?: unknown) =>
      settle(() => reject(new ModelFailure(reading.hasBegun ? 'cut' : 'again', why, null, cause)))
    const watch = () => {
      timer?.cancel()
      timer = clock.after(idleMs, () => cut(`Nothing came for ${durationText(idleMs)}.`))
    }
    const parser = createSseParser({
      maxBytes: mostEventBytes,
      onEvent: ({ data }) => {
        if (reading.failure === null && reading.stopReason === null) reading.take(data)
      },
      onTooLong: () => cut('A part of the answer was too long to be read.'),
    })
    if (signal.aborted) return onAbort()
    signal.addEventListener('abort', onAbort, { once: true })
    watch()
    body.on('data', (chunk: Buffer) => {
      watch()
      try {
        parser.push(chunk)
      } catch (thrown) {
        const why = 'The answer cannot be read: it is not what the Messages API says.'
        if (reading.hasBegun) cut(why, thrown)
        else settle(() => reject(new ModelFailure('refused', why, null, thrown)))
        return
      }
      const { failure, stopReason } = reading
      if (failure !== null) settle(() => reject(failure))
      else if (stopReason !== null) settle(() => resolve(stopReason))
    })
    body.on('end', () => cut('The answer was cut.'))
    body.on('error', (error) => cut('The connection was lost while the answer came.', error))
  })
}

class AnswerReader {
  readonly #sink: ModelSink
  readonly #open = new Set<number>()
  #counts = noTokens
  #wanted: string | null = null
  hasBegun = false
  failure: ModelFailure | null = null
  /** Set when the answer is whole. */
  stopReason: string | null = null

  constructor(sink: ModelSink) {
    this.#sink = sink
  }

  take(data: string): void {
    const parsed = event.safeParse(JSON.parse(data))
    // Signs of life, and events of later days.
    if (!parsed.success) return
    const told = parsed.data
    switch (told.type) {
      case 'message_start':
        this.#count(told.message.usage)
        break
      case 'content_block_start':
        this.hasBegun = true
        this.#open.add(told.index)
        this.#sink.blockStarted(told.index, told.content_block)
        break
      case 'content_block_delta':
        this.#delta(told.index, told.delta)
        break
      case 'content_block_stop':
        if (this.#open.delete(told.index)) this.#sink.blockEnded(told.index)
        break
      case 'message_delta':
        this.#wanted = told.delta.stop_reason ?? this.#wanted
        this.#count(told.usage)
        break
      case 'message_stop':
        this.stopReason = this.#wanted ?? 'end_turn'
        break
      case 'error':
        this.failure = readErrorEvent(told, this.hasBegun)
        break
    }
  }

  #delta(index: number, delta: Readonly<Record<string, unknown>>): void {
    if (!this.#open.has(index)) return
    const text = (name: string) => (typeof delta[name] === 'string' ? delta[name] : '')
    if (delta['type'] === 'text_delta') this.#sink.text(index, text('text'))
    else if (delta['type'] === 'input_json_delta') this.#sink.argumentsText(index, text('partial_json'))
    else if (delta['type'] === 'thinking_delta') this.#sink.thinking(index, text('thinking'))
    else if (delta['type'] === 'signature_delta') this.#sink.signature(index, text('signature'))
  }

  /** Counts are totals so far, of which later events name only some. */
  #count(told: WireUsage | null | undefined): void {
    if (told === null || told === undefined) return
    const { input_tokens, output_tokens, cache_read_input_tokens, cache_creation_input_tokens } = told
    this.#counts = {
      inputTokens: input_tokens ?? this.#counts.inputTokens,
      outputTokens: output_tokens ?? this.#counts.outputTokens,
      cacheReadTokens: cache_read_input_tokens ?? this.#counts.cacheReadTokens,
      cacheWriteTokens: cache_creation_input_tokens ?? this.#counts.cacheWriteTokens,
    }
    this.#sink.counted(this.#counts)
  }
}
