import { useEffect, useRef, useState } from 'react'
import type { Message } from '#contract/chat'
import { announcement } from '#renderer/features/chat/thread/announcement.ts'
import { visibleText } from '#renderer/ui/visibleText.ts'

/** Reads an answer aloud once it is whole: word by word nobody could follow it. */
export function ThreadAnnouncer({ messages }: { messages: readonly Message[] }) {
  const last = messages.at(-1)
  const before = useRef<Message | undefined>(last)
  const [said, setSaid] = useState('')
  useEffect(() => {
    const words = announcement(before.current, last)
    before.current = last
    if (words !== null) setSaid(visibleText(words))
  }, [last])
  return (
    <div aria-live="polite" className="sr-only" data-thread-announcer="">
      {said}
    </div>
  )
}
