/** On whose behalf the tools of a turn are called. All calls of a turn are one run in the records. */
import { completeText } from '#engine/chat/runs/completeText'
import type { Setting } from '#engine/chat/runs/requestMaker'
import type { RunParts } from '#engine/chat/runs/runParts'
import { chatCapabilities, serverQuestions } from '#engine/chat/runs/serverQuestions'
import type { Caller } from '#engine/router/call'
import type { ConversationRow } from '#engine/store/chatStoreRows'

/** Of each server: who answers has to know who asks. */
export function callersFor(
  { questions }: Pick<RunParts, 'questions'>,
  { id, projectId }: Pick<ConversationRow, 'id' | 'projectId'>,
  setting: Setting,
  messageId: string,
): (server: string | null) => Caller {
  const key = `chat ${id} ${messageId}`
  const asking = serverQuestions({
    questions,
    complete: (request, signal) => completeText(setting, request, signal),
    conversationId: id,
    projectId,
    callerKey: key,
  })
  return (server) => ({
    key,
    capabilities: chatCapabilities,
    ask: asking(server),
    identity: { kind: 'chat', name: null, version: null, hasSession: true },
    approval: 'notReadOnly',
    conversationId: id,
    checksArguments: true,
  })
}
