const charactersPerToken = 4

/** Roughly how much of a model's context a text takes: each model tokenises differently. */
export function estimatedTokens(text: string): number {
  return Math.ceil(text.length / charactersPerToken)
}
