import { Check, Copy } from 'lucide-react'
import type { Message } from '#contract/chat/chat'
import { messageText } from '#renderer/features/chat/thread/message/messageText.ts'
import { IconButton } from '#renderer/ui/controls/IconButton.tsx'
import { useCopy } from '#renderer/ui/text/useCopy.ts'

export function CopyMessage({ message }: { message: Message }) {
  const { copied, copy } = useCopy(() => messageText(message))
  return (
    <IconButton
      label={copied ? 'Copied' : 'Copy message'}
      icon={copied ? <Check aria-hidden="true" /> : <Copy aria-hidden="true" />}
      onClick={copy}
    />
  )
}
