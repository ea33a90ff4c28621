/** Decides about the unfinished calls of an interrupted run, whether the run continues or not. Pure. */
import type { ToolCallBlock } from '#contract/chat/chat'
import { AppError } from '#contract/errors'
import type { BlockRow } from '#engine/store/chat/chatStoreRows'

/** What a person wants done with individual calls, by their ids. */
export type Wishes = Readonly<Record<'runAgain' | 'skip', readonly string[]>>

/** The calls that may have been made, with unknown outcome. */
export function callsUnderWay(blocks: readonly BlockRow[]): string[] {
  return leftCalls(blocks).flatMap((call) => (wasSent(call) ? [call.toolUseId] : []))
}

/** Refuses ids that match no call. Otherwise a call could be made that was meant to be skipped. */
export function refuseUnknown(blocks: readonly BlockRow[], { runAgain, skip }: Wishes): void {
  const left = new Set(leftCalls(blocks).map(({ toolUseId }) => toolUseId))
  const unknown = [...runAgain, ...skip].find((id) => !left.has(id))
  if (unknown !== undefined) throw new AppError('NOT_FOUND', `This turn has no unfinished call ${unknown}.`)
  const both = runAgain.find((id) => skip.includes(id))
  if (both !== undefined) throw new AppError('INVALID_INPUT', `Call ${both} cannot be both skipped and run again.`)
}

/**
 * The blocks that change when the turn continues, by index. Skipped calls end. Calls that were never sent are made now,
 * after a new question. Sent calls are made again only if named. The model is told that the other sent calls were
 * interrupted.
 */
export function reopenedTurn(blocks: readonly BlockRow[], wishes: Wishes): [number, BlockRow][] {
  const [again, skipped] = [new Set(wishes.runAgain), new Set(wishes.skip)]
  return changed(blocks, (call) => {
    if (skipped.has(call.toolUseId)) return ended(call, 'skipped')
    return !wasSent(call) || again.has(call.toolUseId) ? unsent(call) : ended(call, 'interrupted')
  })
}

/** The blocks that change when the turn does not continue. No more calls are made. */
export function settledTurn(blocks: readonly BlockRow[]): [number, BlockRow][] {
  return changed(blocks, (call) => (wasSent(call) ? ended(call, 'interrupted') : notMade(call)))
}

/** Whether the call may have been sent. `startedAt` is stored before a call is sent. */
export function wasSent({ startedAt }: ToolCallBlock): boolean {
  return startedAt !== null
}

/** Drops the arguments that a person edited, because the person is asked again. */
function unsent({ editedArguments: _given, ...call }: ToolCallBlock): ToolCallBlock {
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
