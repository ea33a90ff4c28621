import type { Question } from '#contract/question'

/** Whether a server asks the person who tries its tool: the question is shown there. */
export function isOfTrial({ caller, conversationId }: Pick<Question, 'caller' | 'conversationId'>): boolean {
  return caller.kind === 'person' && conversationId === null
}
