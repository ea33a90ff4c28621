/** The row of a new message. */
import type { ConversationTree } from '#engine/chat/live/conversationTree'
import type { RunParts } from '#engine/chat/runs/runParts'
import type { MessageRow } from '#engine/store/chat/chatStoreRows'

type Given = Pick<MessageRow, 'role' | 'parentId'> & Partial<MessageRow>

export function newMessage(
  { makeId, clock }: Pick<RunParts, 'makeId' | 'clock'>,
  { nextPosition }: ConversationTree,
  given: Given,
): MessageRow {
  const createdAt = clock.now()
  return { id: makeId(), position: nextPosition, status: 'complete', model: null, steps: [], createdAt, ...given }
}
