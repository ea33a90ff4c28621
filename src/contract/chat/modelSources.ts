/** The facts about each kind of model source. This file has no schemas, so a page that only reads loads none. */

/** `practice` is a script instead of a model. It works offline, so that everything can be tried without an account. */
export const modelSourceKinds = ['anthropic', 'custom', 'practice'] as const
export type ModelSourceKind = (typeof modelSourceKinds)[number]

interface SourceFacts {
  /** True for a script: it has no models to choose from, and does not understand free text. */
  readonly isScript: boolean
  /** Whether the owner enters the source's address and headers. */
  readonly hasAddress: boolean
  readonly key: 'needed' | 'optional' | 'none'
}

export const modelSources: Readonly<Record<ModelSourceKind, SourceFacts>> = {
  anthropic: { isScript: false, hasAddress: false, key: 'needed' },
  custom: { isScript: false, hasAddress: true, key: 'optional' },
  practice: { isScript: true, hasAddress: false, key: 'none' },
}
