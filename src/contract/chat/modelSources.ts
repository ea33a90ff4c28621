/**
 * Facts about each kind of model source. Separate from the schemas, so that a page that only reads does not load them.
 */
import type { ModelSourceKind } from '#contract/chat/model'

interface SourceFacts {
  /** It answers from a script: it has no models to choose from, and does not understand free text. */
  readonly isScript: boolean
  /** Whether its owner enters its address and headers. */
  readonly hasAddress: boolean
  readonly key: 'needed' | 'optional' | 'none'
}

export const modelSources: Readonly<Record<ModelSourceKind, SourceFacts>> = {
  anthropic: { isScript: false, hasAddress: false, key: 'needed' },
  custom: { isScript: false, hasAddress: true, key: 'optional' },
  practice: { isScript: true, hasAddress: false, key: 'none' },
}
