/** The practice model as a model client. It streams like a real model, and its answers say that it is only for practice. */
import type { ModelSnapshot } from '#contract/chat/model'
import type { ModelClient, ModelRequest, ModelSink } from '#engine/chat/models/modelClient'
import { noTokens } from '#engine/chat/models/modelUsage'
import { practiceAnswer } from '#engine/chat/practice/practiceAnswer'
import { pause } from '#engine/structures/waits'
import { estimatedTokens } from '#contract/text/tokens'
import type { Clock } from '#engine/ports'

const wordMs = 12

export const practiceModel: ModelSnapshot = {
  id: 'practice',
  name: 'Practice model (no AI, offline)',
  window: null,
  maxOutput: null,
  lifecycle: null,
  price: { input: 0, output: 0, cacheRead: 0, cacheWrite: 0, asOf: '2026-11-18' },
}

export class PracticeClient implements ModelClient {
  readonly kind = 'practice'
  readonly #clock: Clock
  #uses = 0

  constructor(clock: Clock) {
    this.#clock = clock
  }

  async stream(request: ModelRequest, sink: ModelSink, signal: AbortSignal): Promise<string> {
    const { text, uses } = practiceAnswer(request)
    const inputTokens = estimatedTokens(JSON.stringify(request.messages))
    sink.blockStarted(0, { type: 'text', text: '' })
    for (const word of text.match(/\S+\s*|\s+/g) ?? []) {
      await pause(this.#clock, wordMs, signal)
      sink.text(0, word)
    }
    sink.blockEnded(0)
    for (const [place, { name, input }] of uses.entries()) {
      const index = place + 1
      // The id must be unique across starts of the engine, because a conversation contains ids from earlier starts.
      const id = `practice_${this.#clock.now().toString(36)}_${++this.#uses}`
      sink.blockStarted(index, { type: 'tool_use', id, name, input: {} })
      await pause(this.#clock, wordMs, signal)
      sink.argumentsText(index, JSON.stringify(input))
      sink.blockEnded(index)
    }
    sink.counted({ ...noTokens, inputTokens, outputTokens: estimatedTokens(text + JSON.stringify(uses)) })
    return uses.length > 0 ? 'tool_use' : 'end_turn'
  }

  countTokens(): Promise<number | null> {
    return Promise.resolve(null)
  }

  list(): Promise<ModelSnapshot[]> {
    return Promise.resolve([practiceModel])
  }
}
