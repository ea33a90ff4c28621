import type { RunState } from '#contract/chat/chat'

/** Whether a run must end, or be stopped, before the next message can be sent. Pure. */
export function isBusy(run: RunState): boolean {
  return run.kind !== 'idle' && run.kind !== 'interrupted'
}
