/** Facts about the model provider in use, one line each. Pure. */
import type { ModelSourceSnapshot } from '#contract/chat/model'
import { modelSources } from '#contract/chat/modelSources'
import { providerWords } from '#renderer/parts/modelSource/sourceWords.ts'

const keyPlaces = { vault: 'Key: in the vault', environment: 'Key: from the engine’s environment' } as const

export function sourceDetail(source: ModelSourceSnapshot): string[] {
  const { isScript, key } = modelSources[source.kind]
  if (isScript) return [providerWords[source.kind].text]
  const without = key === 'needed' ? 'Key: none yet' : 'Key: none'
  return [
    ...(source.baseUrl === null ? [] : [source.baseUrl]),
    source.keyFrom === null ? without : keyPlaces[source.keyFrom],
    ...(source.headerNames.length === 0 ? [] : [`Headers: ${source.headerNames.join(', ')}`]),
    ...(source.automatic ? ['Set by the engine’s environment, not here.'] : []),
  ]
}
