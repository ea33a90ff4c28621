import type { Message } from '#contract/chat/chat'

/** The text of a message, without tool calls, thinking and notices. Pure. */
export function messageText(message: Message): string {
  return message.blocks
    .flatMap((block) => (block.kind === 'text' && block.text !== '' ? [block.text] : []))
    .join('\n\n')
}
