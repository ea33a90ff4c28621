import type { Question } from '#contract/question'

/** Whether a server asks during a trial of its tool. The question is shown beside the tool. */
export function isOfTrial({ caller, conversationId }: Pick<Question, 'caller' | 'conversationId'>): boolean {
  return caller.kind === 'person' && conversationId === null
}
