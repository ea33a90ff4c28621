/** The model provider, in words. Pure. */
import type { ModelList, ModelSnapshot, ModelSourceSnapshot } from '#contract/chat/model'
import { type ModelSourceKind, modelSources } from '#contract/chat/modelSources'
import { shortCount } from '#renderer/model/tools/toolCost.ts'

export const providerWords: Readonly<Record<ModelSourceKind, { readonly title: string; readonly text: string }>> = {
  anthropic: {
    title: 'Claude',
    text: 'Uses your own API key from Anthropic. Anthropic bills you for usage.',
  },
  custom: {
    title: 'Own endpoint',
    text: 'Anything that speaks the Messages API: Ollama, LM Studio, llama.cpp, a company gateway.',
  },
  practice: {
    title: 'Practice model',
    text: 'A script, not a model: offline and free. It calls tools when you name them.',
  },
}

export function sourceTitle(source: ModelSourceSnapshot): string {
  switch (source.kind) {
    case 'anthropic':
      return source.keyFrom === 'environment' ? 'Anthropic, key from the environment' : 'Anthropic'
    case 'custom':
      return source.baseUrl !== null && URL.canParse(source.baseUrl) ? new URL(source.baseUrl).host : 'Own endpoint'
    case 'practice':
      return 'Practice model'
  }
}

const dollars = (price: number) => `$${price < 0.1 ? price.toFixed(3) : Number(price.toFixed(2))}`

/** The price, such as `$3 in, $15 out per million`; null if the price is unknown. */
export function priceText({ price }: Pick<ModelSnapshot, 'price'>): string | null {
  return price === null ? null : `${dollars(price.input)} in, ${dollars(price.output)} out per million`
}

export function modelDetail(model: ModelSnapshot): string {
  const window = model.window === null ? null : `${shortCount(model.window)} tokens`
  const lifecycle = model.lifecycle === null || model.lifecycle === 'active' ? null : model.lifecycle
  return [lifecycle, window, priceText(model)].filter((part) => part !== null).join(' · ')
}

/** The text of the model picker in a conversation. */
export function chosenModelTitle(list: ModelList, chosen: string | null): string {
  if (modelSources[list.source.kind].isScript) return sourceTitle(list.source)
  const id = chosen ?? list.defaultModel
  if (id === null) return 'No model'
  return list.models.find((model) => model.id === id)?.name ?? id
}
