import { useEffect, useRef, useState } from 'react'
import type { Message } from '#contract/chat/chat'
import { announcement } from '#renderer/features/chat/thread/announcement.ts'
import { visibleText } from '#renderer/ui/text/visibleText.ts'

/** Announces a complete response to screen readers. Word by word, a listener could not follow it. */
export function ThreadAnnouncer({ messages }: { messages: readonly Message[] }) {
  const last = messages.at(-1)
  const before = useRef<{ readonly last: Message | undefined } | null>(null)
  const [said, setSaid] = useState('')
  useEffect(() => {
    // Messages that already existed when the conversation was opened are not announced.
    const words = before.current === null ? null : announcement(before.current.last, last)
    before.current = { last }
    if (words !== null) setSaid(visibleText(words))
  }, [last])
  return (
    <div aria-live="polite" className="sr-only" data-thread-announcer="">
      {said}
    </div>
  )
}
