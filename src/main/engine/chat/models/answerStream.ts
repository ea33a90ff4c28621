/** Reads the events of one answer. Only `message_stop` is a good end; without it the answer was cut off. */
import { Stream } from '@anthropic-ai/sdk/core/streaming'
import type { RawContentBlockDelta, RawMessageStreamEvent, Usage } from '@anthropic-ai/sdk/resources/messages'
import { z } from 'zod'
import { BrokenBody } from '#engine/chat/models/exchangeFetch'
import { readErrorEvent } from '#engine/chat/models/failures'
import { ModelFailure, type ModelSink } from '#engine/chat/models/modelClient'
import { noTokens } from '#engine/chat/models/modelUsage'

const count = z.number().nullish()
const usage = z.looseObject({
  input_tokens: count,
  output_tokens: count,
  cache_read_input_tokens: count,
  cache_creation_input_tokens: count,
} satisfies Partial<Record<keyof Usage, z.ZodType>>)
type WireUsage = z.infer<typeof usage>

/** Fields that are optional here may be missing at endpoints other than Anthropic's. */
const events = {
  message_start: z.looseObject({
    type: z.literal('message_start'),
    message: z.looseObject({ usage: usage.nullish() }),
  }),
  content_block_start: z.looseObject({
    type: z.literal('content_block_start'),
    index: z.number(),
    content_block: z.looseObject({ type: z.string() }),
  }),
  content_block_delta: z.looseObject({
    type: z.literal('content_block_delta'),
    index: z.number(),
    delta: z.looseObject({ type: z.string() }),
  }),
  content_block_stop: z.looseObject({ type: z.literal('content_block_stop'), index: z.number() }),
  message_delta: z.looseObject({
    type: z.literal('message_delta'),
    delta: z.looseObject({ stop_reason: z.string().nullish() }),
    usage: usage.nullish(),
  }),
  message_stop: z.looseObject({ type: z.literal('message_stop') }),
  error: z.looseObject({ type: z.literal('error') }),
} satisfies Record<RawMessageStreamEvent['type'] | 'error', z.ZodType>
const event = z.discriminatedUnion('type', [
  events.message_start,
  events.content_block_start,
  events.content_block_delta,
  events.content_block_stop,
  events.message_delta,
  events.message_stop,
  events.error,
])

type TakeDelta = (sink: ModelSink, index: number, delta: Readonly<Record<string, unknown>>) => void

const told = (value: unknown): string => (typeof value === 'string' ? value : '')
const deltas = new Map<string, TakeDelta>(
  Object.entries({
    text_delta: (sink, index, { text }) => sink.text(index, told(text)),
    input_json_delta: (sink, index, { partial_json: json }) => sink.argumentsText(index, told(json)),
    thinking_delta: (sink, index, { thinking }) => sink.thinking(index, told(thinking)),
    signature_delta: (sink, index, { signature }) => sink.signature(index, told(signature)),
    // Our requests do not ask for citations.
    citations_delta: () => undefined,
  } satisfies Record<RawContentBlockDelta['type'], TakeDelta>),
)

/**
 * Resolves with the model's stop reason. The events are read here because the SDK's reader skips events without a name,
 * which other endpoints send.
 */
export async function readAnswer(response: Response, sink: ModelSink, signal: AbortSignal): Promise<string> {
  const reading = new AnswerReader(sink)
  try {
    for await (const { data } of Stream.rawEvents(response)) {
      signal.throwIfAborted()
      if (data !== '') reading.take(JSON.parse(data))
      if (reading.stopReason !== null) return reading.stopReason
    }
  } catch (thrown) {
    throw signal.aborted ? signal.reason : failureOf(thrown, reading.hasBegun)
  }
  throw broken('The answer was cut off.', reading.hasBegun)
}

function failureOf(thrown: unknown, hasBegun: boolean): ModelFailure {
  if (thrown instanceof ModelFailure) return thrown
  if (thrown instanceof BrokenBody) return broken(thrown.message, hasBegun, thrown)
  const why = 'The answer is not valid in the Messages API.'
  return hasBegun ? broken(why, hasBegun, thrown) : new ModelFailure('refused', why, null, thrown)
}

function broken(why: string, hasBegun: boolean, cause?: unknown): ModelFailure {
  return new ModelFailure(hasBegun ? 'cut' : 'again', why, null, cause)
}

class AnswerReader {
  readonly #sink: ModelSink
  readonly #open = new Set<number>()
  #counts = noTokens
  #wanted: string | null = null
  hasBegun = false
  /** The model's stop reason; null until the answer is complete. */
  stopReason: string | null = null

  constructor(sink: ModelSink) {
    this.#sink = sink
  }

  /** Processes an event. Throws a `ModelFailure` for an error event. */
  take(given: unknown): void {
    const parsed = event.safeParse(given)
    // Ignores pings, and kinds of event that this version does not know.
    if (!parsed.success) return
    const one = parsed.data
    switch (one.type) {
      case 'message_start':
        this.#count(one.message.usage)
        break
      case 'content_block_start':
        this.hasBegun = true
        this.#open.add(one.index)
        this.#sink.blockStarted(one.index, one.content_block)
        break
      case 'content_block_delta':
        if (this.#open.has(one.index)) deltas.get(one.delta.type)?.(this.#sink, one.index, one.delta)
        break
      case 'content_block_stop':
        if (this.#open.delete(one.index)) this.#sink.blockEnded(one.index)
        break
      case 'message_delta':
        this.#wanted = one.delta.stop_reason ?? this.#wanted
        this.#count(one.usage)
        break
      case 'message_stop':
        this.stopReason = this.#wanted ?? 'end_turn'
        break
      case 'error':
        throw readErrorEvent(one, this.hasBegun)
    }
  }

  /** Updates the counts of tokens. Each is a running total, and later events carry only some of them. */
  #count(given: WireUsage | null | undefined): void {
    if (given === null || given === undefined) return
    const { input_tokens, output_tokens, cache_read_input_tokens, cache_creation_input_tokens } = given
    this.#counts = {
      inputTokens: input_tokens ?? this.#counts.inputTokens,
      outputTokens: output_tokens ?? this.#counts.outputTokens,
      cacheReadTokens: cache_read_input_tokens ?? this.#counts.cacheReadTokens,
      cacheWriteTokens: cache_creation_input_tokens ?? this.#counts.cacheWriteTokens,
    }
    this.#sink.counted(this.#counts)
  }
}
