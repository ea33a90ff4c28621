/** Adds to a message that is queued for the end of a turn what a page needs to show it. */
import type { Part, WaitingPart } from '#contract/chat/chat'
import type { RunParts } from '#engine/chat/runs/runParts'

/** Rejects with `NOT_FOUND` for an attachment that is not in this conversation. */
export function waitingParts(
  { attachments }: Pick<RunParts, 'attachments'>,
  conversationId: string,
  parts: readonly Part[],
): Promise<WaitingPart[]> {
  const waiting = async (part: Part): Promise<WaitingPart> => {
    if (part.kind !== 'attachment') return part
    const { id: attachmentId, ...shown } = await attachments.find(conversationId, part.attachmentId)
    return { kind: 'attachment', attachmentId, ...shown }
  }
  return Promise.all(parts.map(waiting))
}
