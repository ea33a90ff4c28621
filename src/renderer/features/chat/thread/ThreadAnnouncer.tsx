import { useEffect, useRef, useState } from 'react'
import type { Message } from '#contract/chat/chat'
import { announcement } from '#renderer/features/chat/thread/announcement.ts'
import { visibleText } from '#renderer/ui/text/visibleText.ts'

/** Announces a response to screen readers when it is complete: word by word it could not be followed. */
export function ThreadAnnouncer({ messages }: { messages: readonly Message[] }) {
  const last = messages.at(-1)
  const before = useRef<{ readonly last: Message | undefined } | null>(null)
  const [said, setSaid] = useState('')
  useEffect(() => {
    // What was there when the conversation opened is not announced.
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
