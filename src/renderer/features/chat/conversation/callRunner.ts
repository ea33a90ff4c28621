/** Which engine, if any, is running the calls of a turn, and so whether a call can still be cancelled. Pure. */
import type { RunState } from '#contract/chat/chat'
import { isBusy } from '#renderer/features/chat/conversation/isBusy.ts'

/** `none`: the calls were left unfinished by a run that ended. */
export type CallRunner = 'here' | 'elsewhere' | 'none'

export function callRunner(run: RunState): CallRunner {
  if (run.kind === 'elsewhere') return 'elsewhere'
  return isBusy(run) ? 'here' : 'none'
}
