/** What is read aloud when the end of a conversation changes: not each word, only what matters. Pure. */
import type { Message } from '#contract/chat'
import { callTitle } from '#renderer/features/chat/blocks/toolCallWords.ts'
import { messageText } from '#renderer/features/chat/thread/messageText.ts'

const longest = 1000

function waitingCall(message: Message | undefined) {
  return message?.blocks.find(
    (block) => block.kind === 'toolCall' && block.status === 'waiting' && block.questionId !== null,
  )
}

/** Null: nothing that has to be said. */
export function announcement(before: Message | undefined, after: Message | undefined): string | null {
  if (after?.role !== 'assistant') return null
  const call = waitingCall(after)
  if (call?.kind === 'toolCall' && (before?.id !== after.id || waitingCall(before) === undefined))
    return `${callTitle(call)} waits for your answer.`
  if (before?.id === after.id && before.status !== 'writing') return null
  if (before?.id !== after.id) return after.status === 'writing' ? 'An answer begins.' : null
  if (after.status === 'writing') return null
  const text = messageText(after)
  const end = { complete: '', stopped: ' Stopped.', failed: ' The answer failed.', interrupted: ' Interrupted.' }[
    after.status
  ]
  return `${text.length > longest ? `${text.slice(0, longest)}…` : text}${end}`.trim()
}
