const charactersPerToken = 4

/** What a text takes of a model's context, roughly: how text becomes tokens is each model's own. */
export function estimatedTokens(text: string): number {
  return Math.ceil(text.length / charactersPerToken)
}
