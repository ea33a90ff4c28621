/** The readable parts of a sampling request. Pure. */
import { fieldsOf } from '#contract/jsonRpc/jsonObject'

export interface SamplingMessage {
  readonly role: string
  readonly text: string
}
export interface SamplingRequest {
  readonly system: string | null
  readonly messages: readonly SamplingMessage[]
  readonly maxTokens: number
  /** The models that the server prefers, as parts of names. */
  readonly wished: readonly string[]
}

/** The engine's limit of tokens for one response. */
const tokenLimit = 16_000
const defaultTokens = 1024
const lettersPerToken = 4

function list(value: unknown): readonly unknown[] {
  return Array.isArray(value) ? value : []
}

function partText(part: unknown): string {
  const { type, text, mimeType } = fieldsOf(part)
  if (type === 'text') return typeof text === 'string' ? text : ''
  return typeof mimeType === 'string' ? `[${String(type)}, ${mimeType}]` : `[${String(type)}]`
}

export function readSampling(request: unknown): SamplingRequest {
  const { systemPrompt, messages, maxTokens, modelPreferences } = fieldsOf(request)
  const hints = list(fieldsOf(modelPreferences)['hints']).map((hint) => fieldsOf(hint)['name'])
  return {
    system: typeof systemPrompt === 'string' && systemPrompt.trim() !== '' ? systemPrompt : null,
    messages: list(messages).map((message) => {
      const { role, content } = fieldsOf(message)
      const parts = Array.isArray(content) ? content : [content]
      return { role: role === 'assistant' ? 'Model' : 'Server', text: parts.map(partText).join('\n') }
    }),
    maxTokens: Math.min(typeof maxTokens === 'number' && maxTokens > 0 ? maxTokens : defaultTokens, tokenLimit),
    wished: hints.filter((name) => typeof name === 'string'),
  }
}

/** The estimated number of tokens of the prompt. */
export function promptTokens({ system, messages }: SamplingRequest): number {
  const letters = messages.reduce((sum, { text }) => sum + text.length, system?.length ?? 0)
  return Math.ceil(letters / lettersPerToken)
}

/** The highest possible cost in US dollars. `price` is per million tokens. */
export function maxCost(request: SamplingRequest, price: { readonly input: number; readonly output: number }): number {
  return (promptTokens(request) * price.input + request.maxTokens * price.output) / 1_000_000
}
