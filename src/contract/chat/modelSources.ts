/**
 * Facts about each kind of model source. Separate from the schemas, so that a page that only reads does not load them.
 */

/** `practice` is a script, not a model: it works offline, for trying everything without an account. */
export const modelSourceKinds = ['anthropic', 'custom', 'practice'] as const
export type ModelSourceKind = (typeof modelSourceKinds)[number]

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
