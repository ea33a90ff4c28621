/** What is known about each kind of model source in advance. Pure. */
import type { ModelSnapshot } from '#contract/chat/model'
import type { ModelSourceKind } from '#contract/chat/modelSources'
import { practiceModel } from '#engine/chat/practice/practiceClient'

export const anthropicUrl = 'https://api.anthropic.com'

interface SourceFacts {
  /** Null: the owner enters it. */
  readonly url: string | null
  /** Whether the key of the environment is meant for it. */
  readonly takesEnvironmentKey: boolean
  /** Why it cannot be used without a key; null: it can. */
  readonly withoutKey: string | null
  /** The default model, even while its list cannot be read; null: the first of its list. */
  readonly preferredModel: string | null
  /** The model that answers, whatever a conversation names; null: the one it names. */
  readonly onlyModel: ModelSnapshot | null
}

export const sourceFacts: Readonly<Record<ModelSourceKind, SourceFacts>> = {
  anthropic: {
    url: anthropicUrl,
    takesEnvironmentKey: true,
    withoutKey: 'Add your Anthropic key, or choose another source.',
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

/** Retired models are listed only for their old messages. */
export function defaultOf(kind: ModelSourceKind, models: readonly ModelSnapshot[]): string | null {
  const usable = models.filter(({ lifecycle }) => lifecycle !== 'retired')
  const { preferredModel } = sourceFacts[kind]
  const preferred = preferredModel === null ? undefined : usable.find(({ id }) => id.startsWith(preferredModel))
  return (preferred ?? usable[0])?.id ?? null
}
