/** The announcement when the last message of a conversation changes: only what matters, not every word. Pure. */
import type { Message } from '#contract/chat/chat'
import { shortText } from '#contract/text/shortText'
import { callTitle } from '#renderer/features/chat/blocks/toolCallWords.ts'
import { messageText } from '#renderer/features/chat/thread/message/messageText.ts'

const maxLength = 1000

function waitingCall(message: Message | undefined) {
  return message?.blocks.find(
    (block) => block.kind === 'toolCall' && block.status === 'waiting' && block.questionId !== null,
  )
}

/** `before`: the previous last message; undefined if there was none. Null: nothing to announce. */
export function announcement(before: Message | undefined, after: Message | undefined): string | null {
  if (after?.role !== 'assistant') return null
  const call = waitingCall(after)
  if (call?.kind === 'toolCall' && (before?.id !== after.id || waitingCall(before) === undefined))
    return `${callTitle(call)} is waiting for your answer.`
  if (after.status === 'writing') return before?.id === after.id ? null : 'Responding.'
  const wasWritten = before?.id === after.id && before.status === 'writing'
  // A short response may be complete before the page sees it start. A message from another branch is not a new
  // response.
  const cameWhole = before === undefined || before.id === after.parentId
  if (!wasWritten && !cameWhole) return null
  const text = messageText(after)
  const end = { complete: '', stopped: ' Stopped.', failed: ' The response failed.', interrupted: ' Interrupted.' }[
    after.status
  ]
  return `${shortText(text, maxLength)}${end}`.trim()
}
