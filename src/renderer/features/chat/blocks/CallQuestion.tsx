import type { ToolCallBlock } from '#contract/chat'

/** A call that goes on only when a person has answered. */
export function CallQuestion({ block }: { block: ToolCallBlock }) {
  return (
    <p data-question={block.questionId ?? ''} className="px-3 pb-2.5 text-sm text-warn">
      {block.questionId === null ? 'It waits for its turn.' : 'It waits for your answer.'}
    </p>
  )
}
