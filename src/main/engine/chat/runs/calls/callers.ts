/** On whose behalf the tools of a turn are called: one caller for the conversation, one run in the records for the turn. */
import type { Usage } from '#contract/chat/conversation'
import { completeText } from '#engine/chat/runs/asking/completeText'
import type { Setting } from '#engine/chat/runs/asking/requestMaker'
import type { RunParts } from '#engine/chat/runs/runParts'
import { chatCapabilities, serverQuestions } from '#engine/chat/runs/calls/serverQuestions'
import type { Caller } from '#engine/router/call'
import type { ConversationRow } from '#engine/store/chat/chatStoreRows'

/** What a server of its own is kept for from one turn to the next. */
export const callerKeyOf = (conversationId: string): string => `chat ${conversationId}`

/** Of each server: who answers has to know who asks. */
export function callersFor(
  { questions }: Pick<RunParts, 'questions'>,
  { id, projectId }: Pick<ConversationRow, 'id' | 'projectId'>,
  setting: Setting,
  messageId: string,
  /** What answers of the model for servers take, also those that were not heard to the end. */
  onSpent: (usage: Usage) => void,
): (server: string | null) => Caller {
  const key = callerKeyOf(id)
  const asking = serverQuestions({
    questions,
    complete: (request, signal) => completeText(setting, request, signal, onSpent),
    conversationId: id,
    projectId,
    callerKey: key,
  })
  return (server) => ({
    key,
    capabilities: chatCapabilities,
    ask: asking(server),
    identity: { kind: 'chat', name: null, version: null, hasSession: true, run: `${key} ${messageId}` },
    approval: 'notReadOnly',
    conversationId: id,
    checksArguments: true,
  })
}
