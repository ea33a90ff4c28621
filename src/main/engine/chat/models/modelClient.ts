/** What a run needs from a model: a stream of blocks for a request, in the terms of the Messages API. */
import type { ModelSnapshot } from '#contract/chat/model'
import type { ModelSourceKind } from '#contract/chat/modelSources'
import type { CountedTokens } from '#engine/chat/models/modelUsage'

export interface WireBlock {
  readonly type: string
  readonly [key: string]: unknown
}

export interface WireMessage {
  readonly role: 'user' | 'assistant'
  readonly content: readonly WireBlock[]
}

export interface WireTool {
  readonly name: string
  readonly description?: string
  readonly input_schema: unknown
  readonly [key: string]: unknown
}

export interface ModelRequest {
  readonly model: string
  readonly maxTokens: number
  readonly system: readonly WireBlock[]
  readonly messages: readonly WireMessage[]
  readonly tools: readonly WireTool[]
}

/** Called in order, while the answer comes. */
export interface ModelSink {
  /** Called when a block begins. A tool use already has its id and name. */
  blockStarted(index: number, block: WireBlock): void
  text(index: number, text: string): void
  thinking(index: number, text: string): void
  /** A piece of the tool arguments' JSON text. */
  argumentsText(index: number, text: string): void
  signature(index: number, signature: string): void
  blockEnded(index: number): void
  counted(tokens: CountedTokens): void
}

export interface ModelClient {
  readonly kind: ModelSourceKind
  /** Resolves with the stop reason. Rejects with a `ModelFailure`, or with the signal's reason. */
  stream(request: ModelRequest, sink: ModelSink, signal: AbortSignal): Promise<string>
  /** The number of tokens in a request; null if they cannot be counted. */
  countTokens(request: ModelRequest, signal: AbortSignal): Promise<number | null>
  list(signal: AbortSignal): Promise<ModelSnapshot[]>
}

/**
 * `again`: nothing of the answer came, and a retry may succeed. `cut`: the answer ended in the middle. `tooLong`: the
 * request is larger than the model accepts. `refused`: a retry will not help.
 */
export type FailureKind = 'again' | 'cut' | 'tooLong' | 'refused'

export class ModelFailure extends Error {
  readonly kind: FailureKind
  /** The delay that the endpoint asked for. */
  readonly retryAfterMs: number | null

  constructor(kind: FailureKind, message: string, retryAfterMs: number | null = null, cause?: unknown) {
    super(message, { cause })
    this.name = 'ModelFailure'
    this.kind = kind
    this.retryAfterMs = retryAfterMs
  }
}
