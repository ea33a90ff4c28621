/** What becomes of calls that an interrupted run has left, when it goes on and when it does not. Pure. */
import type { ToolCallBlock } from '#contract/chat/chat'
import { AppError } from '#contract/errors'
import type { BlockRow } from '#engine/store/chat/chatStoreRows'

/** What a person wants of single calls, by their ids. */
export type Wishes = Readonly<Record<'runAgain' | 'skip', readonly string[]>>

/** The calls that may have been made, and that nobody knows the end of. */
export function callsUnderWay(blocks: readonly BlockRow[]): string[] {
  return leftCalls(blocks).flatMap((call) => (wasSent(call) ? [call.toolUseId] : []))
}

/** A wish that would come to nothing is refused: a call would be made that somebody meant to skip. */
export function refuseUnknown(blocks: readonly BlockRow[], { runAgain, skip }: Wishes): void {
  const left = new Set(leftCalls(blocks).map(({ toolUseId }) => toolUseId))
  const unknown = [...runAgain, ...skip].find((id) => !left.has(id))
  if (unknown !== undefined) throw new AppError('NOT_FOUND', `No call ${unknown} was left by this turn.`)
  const both = runAgain.find((id) => skip.includes(id))
  if (both !== undefined) throw new AppError('INVALID_INPUT', `The call ${both} cannot be skipped and run again.`)
}

/**
 * The blocks that change, by place. What is skipped has ended. What was never sent is made now, and asked about anew; of
 * what was sent, only calls that are named are made again, and the model is told of the others.
 */
export function reopenedTurn(blocks: readonly BlockRow[], wishes: Wishes): [number, BlockRow][] {
  const [again, skipped] = [new Set(wishes.runAgain), new Set(wishes.skip)]
  return changed(blocks, (call) => {
    if (skipped.has(call.toolUseId)) return ended(call, 'skipped')
    return !wasSent(call) || again.has(call.toolUseId) ? anew(call) : ended(call, 'interrupted')
  })
}

/** Nothing is made any more. */
export function settledTurn(blocks: readonly BlockRow[]): [number, BlockRow][] {
  return changed(blocks, (call) => (wasSent(call) ? ended(call, 'interrupted') : notMade(call)))
}

/** It may have been: that is stored before it is. */
export function wasSent({ startedAt }: ToolCallBlock): boolean {
  return startedAt !== null
}

/** Also without the arguments that a person gave: they are asked again. */
function anew({ editedArguments: _given, ...call }: ToolCallBlock): ToolCallBlock {
  return { ...call, status: 'waiting', startedAt: null, questionId: null, progress: null, callId: null }
}

function ended(call: ToolCallBlock, status: 'interrupted' | 'skipped'): ToolCallBlock {
  return { ...call, status, questionId: null, progress: null }
}

function notMade(call: ToolCallBlock): ToolCallBlock {
  return { ...call, status: 'cancelled', error: 'The call was not made.', questionId: null }
}

function leftCalls(blocks: readonly BlockRow[]): ToolCallBlock[] {
  return blocks.flatMap(({ block, isComplete }) => (isComplete && isLeft(block) ? [block] : []))
}

function isLeft(block: BlockRow['block']): block is ToolCallBlock {
  return block.kind === 'toolCall' && ['writing', 'waiting', 'running'].includes(block.status)
}

function changed(blocks: readonly BlockRow[], change: (call: ToolCallBlock) => ToolCallBlock): [number, BlockRow][] {
  return blocks.flatMap((row, index): [number, BlockRow][] => {
    const { block } = row
    if (!isLeft(block)) return []
    return [[index, { ...row, block: row.isComplete ? change(block) : notMade(block) }]]
  })
}
