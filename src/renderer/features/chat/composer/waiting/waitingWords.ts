/** A message that is waiting for the end of the turn, in words. Pure. */
import type { RunState, WaitingPart } from '#contract/chat/chat'
import { counted } from '#contract/text/counted'
import { isBusy } from '#renderer/features/chat/conversation/isBusy.ts'

export function waitingTitle(run: RunState): string {
  if (run.kind === 'stopping') return 'Not sent yet'
  return isBusy(run) ? 'Will be sent when this turn ends' : 'Not sent: the turn did not finish'
}

export function waitingText(parts: readonly WaitingPart[]): string {
  return parts.flatMap((part) => (part.kind === 'text' ? [part.text] : [])).join('\n\n')
}

/** The files and resources of the waiting message, in words. Null: there are none. */
export function waitingFiles(parts: readonly WaitingPart[]): string | null {
  const names = parts.flatMap((part) =>
    part.kind === 'attachment' ? [part.name] : part.kind === 'resource' ? [part.uri] : [],
  )
  const [only] = names
  if (only === undefined) return null
  return names.length === 1 ? only : counted(names.length, 'attachment')
}
