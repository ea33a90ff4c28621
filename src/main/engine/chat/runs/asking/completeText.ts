/** Asks a model for one answer as text, outside any conversation. */
import type { ModelRequest, ModelSink } from '#engine/chat/models/modelClient'
import type { Usage } from '#contract/chat/conversation'
import { noTokens, priced } from '#engine/chat/models/modelUsage'
import type { Setting } from '#engine/chat/runs/asking/requestMaker'
import type { SamplingAnswer, SamplingRequest } from '#engine/chat/runs/calls/serverQuestions'

export interface TextAnswer {
  readonly text: string
  readonly stopReason: string
}

/** `onSpent` is called once with the usage, however the answer ended, unless nothing was counted. */
export async function textAnswer(
  { client, model }: Pick<Setting, 'client' | 'model'>,
  request: ModelRequest,
  signal: AbortSignal,
  onSpent: (usage: Usage) => void,
): Promise<TextAnswer> {
  let text = ''
  let counted = noTokens
  const sink: ModelSink = {
    blockStarted: () => undefined,
    text: (_index, piece) => {
      text += piece
    },
    thinking: () => undefined,
    argumentsText: () => undefined,
    signature: () => undefined,
    blockEnded: () => undefined,
    counted: (tokens) => {
      counted = tokens
    },
  }
  try {
    const stopReason = await client.stream(request, sink, signal)
    return { text, stopReason }
  } finally {
    if (counted !== noTokens) onSpent(priced(counted, model.price))
  }
}

const stopReasons: Readonly<Record<string, string>> = {
  end_turn: 'endTurn',
  stop_sequence: 'stopSequence',
  max_tokens: 'maxTokens',
}

/** Answers a sampling request, by which a server uses the conversation's model. */
export async function completeText(
  setting: Setting,
  { system, messages, maxTokens }: SamplingRequest,
  signal: AbortSignal,
  onSpent: (usage: Usage) => void,
): Promise<SamplingAnswer> {
  const request = {
    model: setting.model.id,
    maxTokens,
    system: system === '' ? [] : [{ type: 'text', text: system }],
    messages,
    tools: [],
  }
  const { text, stopReason } = await textAnswer(setting, request, signal, onSpent)
  return { text, model: setting.model.id, stopReason: stopReasons[stopReason] ?? stopReason }
}
