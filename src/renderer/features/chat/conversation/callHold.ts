/** Who has the calls of a conversation's turn in hand, and so whether one of them can still be taken back. Pure. */
import type { RunState } from '#contract/chat/chat'
import { isBusy } from '#renderer/features/chat/conversation/isBusy.ts'

/** `nobody`: what was left under way by a run that ended. */
export type CallHold = 'here' | 'elsewhere' | 'nobody'

export function callHold(run: RunState): CallHold {
  if (run.kind === 'elsewhere') return 'elsewhere'
  return isBusy(run) ? 'here' : 'nobody'
}
