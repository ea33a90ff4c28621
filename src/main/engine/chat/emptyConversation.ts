/** Makes a conversation without messages. Pure. */
import { runLimits } from '#contract/chat/conversation'
import { switchedOff } from '#contract/tools/toolChoice'
import { noUsage } from '#engine/chat/models/modelUsage'
import type { ConversationRow } from '#engine/store/chat/chatStoreRows'

type Given = Pick<ConversationRow, 'id' | 'projectId' | 'createdAt'> & Partial<ConversationRow>

export function emptyConversation(given: Given): ConversationRow {
  return {
    title: '',
    pinned: false,
    model: null,
    choice: switchedOff.parse({}),
    instructions: '',
    limits: runLimits.parse({}),
    draft: '',
    next: [],
    leafId: null,
    isRunning: false,
    runEngine: null,
    runUntil: 0,
    runClaims: 0,
    revision: 0,
    usage: noUsage,
    updatedAt: given.createdAt,
    ...given,
  }
}
