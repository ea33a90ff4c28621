/** The callers of a turn's tool calls. The conversation is one caller, and the turn is one run in the records. */
import type { Usage } from '#contract/chat/conversation'
import { completeText } from '#engine/chat/runs/asking/completeText'
import type { Setting } from '#engine/chat/runs/asking/requestMaker'
import type { RunParts } from '#engine/chat/runs/runParts'
import { chatCapabilities, serverQuestions } from '#engine/chat/runs/calls/serverQuestions'
import type { Caller } from '#engine/router/call'
import type { ConversationRow } from '#engine/store/chat/chatStoreRows'

/** The key of a conversation as a caller, for which a dedicated server session is kept from one turn to the next. */
export const callerKeyOf = (conversationId: string): string => `chat ${conversationId}`

/** One caller per server, so that the person who answers knows which server asks. */
export function callersFor(
  { questions }: Pick<RunParts, 'questions'>,
  { id, projectId }: Pick<ConversationRow, 'id' | 'projectId'>,
  setting: Setting,
  messageId: string,
  /** Called with the usage of servers' sampling requests, including cancelled ones. */
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
