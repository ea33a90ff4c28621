/** Which engine, if any, runs the calls of a turn. Only a call that this engine runs can be cancelled here. Pure. */
import type { RunState } from '#contract/chat/chat'
import { isBusy } from '#renderer/features/chat/conversation/isBusy.ts'

/** `none`: the run has ended and left the calls unfinished. */
export type CallRunner = 'here' | 'elsewhere' | 'none'

export function callRunner(run: RunState): CallRunner {
  if (run.kind === 'elsewhere') return 'elsewhere'
  return isBusy(run) ? 'here' : 'none'
}
