import type { RunState } from '#contract/chat/chat'

/** Whether something runs that has to end, or be stopped, before the next message. Pure. */
export function isBusy(run: RunState): boolean {
  return run.kind !== 'idle' && run.kind !== 'interrupted'
}
