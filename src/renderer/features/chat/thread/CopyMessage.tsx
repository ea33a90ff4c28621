import { Check, Copy } from 'lucide-react'
import { useEffect, useState } from 'react'
import type { Message } from '#contract/chat'
import { messageText } from '#renderer/features/chat/thread/messageText.ts'
import { IconButton } from '#renderer/ui/IconButton.tsx'
import { useAttempt } from '#renderer/ui/useAttempt.ts'

export function CopyMessage({ message }: { message: Message }) {
  const attempt = useAttempt()
  const [copied, setCopied] = useState(false)
  useEffect(() => {
    if (!copied) return
    const timer = setTimeout(() => setCopied(false), 1500)
    return () => clearTimeout(timer)
  }, [copied])
  const copy = async () => {
    setCopied(await attempt('Could not copy', () => navigator.clipboard.writeText(messageText(message))))
  }
  return (
    <IconButton
      label={copied ? 'Copied' : 'Copy message'}
      icon={copied ? <Check aria-hidden="true" /> : <Copy aria-hidden="true" />}
      onClick={() => void copy()}
    />
  )
}
