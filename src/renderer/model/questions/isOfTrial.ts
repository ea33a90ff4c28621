import type { Question } from '#contract/question'

/** Whether a server asks the person who is trying its tool. The question is then shown beside the tool. */
export function isOfTrial({ caller, conversationId }: Pick<Question, 'caller' | 'conversationId'>): boolean {
  return caller.kind === 'person' && conversationId === null
}
