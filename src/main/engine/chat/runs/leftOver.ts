/** What becomes of calls that an interrupted run has left, when it goes on and when it does not. Pure. */
import type { ToolCallBlock } from '#contract/chat'
import type { BlockRow } from '#engine/store/chatStoreRows'

/** The blocks that change, by place. Only calls that are named are made again; the model is told of the others. */
export function reopenedTurn(blocks: readonly BlockRow[], runAgain: readonly string[]): [number, BlockRow][] {
  const wanted = new Set(runAgain)
  return changed(blocks, (call) => {
    if (call.startedAt === null && call.status === 'waiting') return null
    return wanted.has(call.toolUseId)
      ? { status: 'waiting', startedAt: null, questionId: null, progress: null, callId: null }
      : { status: 'interrupted', questionId: null, progress: null }
  })
}

/** Nothing is made any more. */
export function settledTurn(blocks: readonly BlockRow[]): [number, BlockRow][] {
  return changed(blocks, (call) =>
    call.startedAt === null
      ? { status: 'cancelled', error: 'The call was not made.' }
      : { status: 'interrupted', questionId: null, progress: null },
  )
}

function changed(
  blocks: readonly BlockRow[],
  change: (call: ToolCallBlock) => Partial<ToolCallBlock> | null,
): [number, BlockRow][] {
  return blocks.flatMap((row, index): [number, BlockRow][] => {
    const { block } = row
    if (block.kind !== 'toolCall' || !['writing', 'waiting', 'running'].includes(block.status)) return []
    if (!row.isComplete)
      return [[index, { ...row, block: { ...block, status: 'cancelled', error: 'The call was not made.' } }]]
    const next = change(block)
    return next === null ? [] : [[index, { ...row, block: { ...block, ...next } }]]
  })
}
