const charactersPerToken = 4

/** A rough estimate of how many tokens of a model's context the text takes. Each model tokenises differently. */
export function estimatedTokens(text: string): number {
  return Math.ceil(text.length / charactersPerToken)
}
