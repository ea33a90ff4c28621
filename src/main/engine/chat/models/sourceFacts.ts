/** What is known about each kind of model source in advance. Pure. */
import type { ModelSnapshot } from '#contract/chat/model'
import type { ModelSourceKind } from '#contract/chat/modelSources'
import { practiceModel } from '#engine/chat/practice/practiceClient'

export const anthropicUrl = 'https://api.anthropic.com'

interface SourceFacts {
  /** The source's address. Null: the owner enters it. */
  readonly url: string | null
  /** Whether the key in the environment is meant for this source. */
  readonly takesEnvironmentKey: boolean
  /** Why the source cannot be used without a key; null if it can. */
  readonly withoutKey: string | null
  /** The default model, even while the source's list cannot be read. Null: the first one in the list. */
  readonly preferredModel: string | null
  /** The only model that answers, whatever a conversation names. Null: the conversation's model answers. */
  readonly onlyModel: ModelSnapshot | null
}

export const sourceFacts: Readonly<Record<ModelSourceKind, SourceFacts>> = {
  anthropic: {
    url: anthropicUrl,
    takesEnvironmentKey: true,
    withoutKey: 'Add your Anthropic key, or choose another model provider.',
    preferredModel: 'claude-sonnet-5-5',
    onlyModel: null,
  },
  custom: { url: null, takesEnvironmentKey: false, withoutKey: null, preferredModel: null, onlyModel: null },
  practice: {
    url: null,
    takesEnvironmentKey: false,
    withoutKey: null,
    preferredModel: null,
    onlyModel: practiceModel,
  },
}

/** The default among a source's models. Retired models do not count: they are listed only for old messages. */
export function defaultOf(kind: ModelSourceKind, models: readonly ModelSnapshot[]): string | null {
  const usable = models.filter(({ lifecycle }) => lifecycle !== 'retired')
  const { preferredModel } = sourceFacts[kind]
  const preferred = preferredModel === null ? undefined : usable.find(({ id }) => id.startsWith(preferredModel))
  return (preferred ?? usable[0])?.id ?? null
}
