/** What is read aloud when the end of a conversation changes: not each word, only what matters. Pure. */
import type { Message } from '#contract/chat/chat'
import { shortText } from '#contract/text/shortText'
import { callTitle } from '#renderer/features/chat/blocks/toolCallWords.ts'
import { messageText } from '#renderer/features/chat/thread/message/messageText.ts'

const longest = 1000

function waitingCall(message: Message | undefined) {
  return message?.blocks.find(
    (block) => block.kind === 'toolCall' && block.status === 'waiting' && block.questionId !== null,
  )
}

/** `before`: the last message until now; undefined when there was none. Null: nothing that has to be said. */
export function announcement(before: Message | undefined, after: Message | undefined): string | null {
  if (after?.role !== 'assistant') return null
  const call = waitingCall(after)
  if (call?.kind === 'toolCall' && (before?.id !== after.id || waitingCall(before) === undefined))
    return `${callTitle(call)} waits for your answer.`
  if (after.status === 'writing') return before?.id === after.id ? null : 'An answer begins.'
  const wasWritten = before?.id === after.id && before.status === 'writing'
  // A short answer may be whole before anybody saw it begin. Another branch is no answer.
  const cameWhole = before === undefined || before.id === after.parentId
  if (!wasWritten && !cameWhole) return null
  const text = messageText(after)
  const end = { complete: '', stopped: ' Stopped.', failed: ' The answer failed.', interrupted: ' Interrupted.' }[
    after.status
  ]
  return `${shortText(text, longest)}${end}`.trim()
}
