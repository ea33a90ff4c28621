const charactersPerToken = 4

/** A rough estimate of how much of a model's context a text takes. Each model tokenises differently. */
export function estimatedTokens(text: string): number {
  return Math.ceil(text.length / charactersPerToken)
}
