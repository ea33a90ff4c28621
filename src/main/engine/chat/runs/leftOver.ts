/** What becomes of calls that an interrupted run has left, when it goes on and when it does not. Pure. */
import type { ToolCallBlock } from '#contract/chat'
import type { BlockRow } from '#engine/store/chatStoreRows'

/**
 * The blocks that change, by place. What was never sent is made now, and asked about anew; of what was sent, only calls
 * that are named are made again, and the model is told of the others.
 */
export function reopenedTurn(blocks: readonly BlockRow[], runAgain: readonly string[]): [number, BlockRow][] {
  const wanted = new Set(runAgain)
  return changed(blocks, (call) => {
    if (!wasSent(call) || wanted.has(call.toolUseId)) return anew(call)
    return { ...call, status: 'interrupted', questionId: null, progress: null }
  })
}

/** Nothing is made any more. */
export function settledTurn(blocks: readonly BlockRow[]): [number, BlockRow][] {
  return changed(blocks, (call) =>
    wasSent(call) ? { ...call, status: 'interrupted', questionId: null, progress: null } : notMade(call),
  )
}

/** It may have been: that is stored before it is. */
export function wasSent({ startedAt }: ToolCallBlock): boolean {
  return startedAt !== null
}

/** Also without the arguments that a person gave: they are asked again. */
function anew({ editedArguments: _given, ...call }: ToolCallBlock): ToolCallBlock {
  return { ...call, status: 'waiting', startedAt: null, questionId: null, progress: null, callId: null }
}

function notMade(call: ToolCallBlock): ToolCallBlock {
  return { ...call, status: 'cancelled', error: 'The call was not made.', questionId: null }
}

function changed(blocks: readonly BlockRow[], change: (call: ToolCallBlock) => ToolCallBlock): [number, BlockRow][] {
  return blocks.flatMap((row, index): [number, BlockRow][] => {
    const { block } = row
    if (block.kind !== 'toolCall' || !['writing', 'waiting', 'running'].includes(block.status)) return []
    return [[index, { ...row, block: row.isComplete ? change(block) : notMade(block) }]]
  })
}
