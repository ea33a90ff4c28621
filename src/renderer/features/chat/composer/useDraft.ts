/** The unsent text. The engine stores it, so that it is restored when the conversation is opened again. */
import { useCallback, useEffect, useRef, useState } from 'react'
import { useDraftAdditions } from '#renderer/features/chat/apps/draftInbox.ts'
import { useEngine } from '#renderer/client/engine.ts'

const restMs = 600

export function useDraft(id: string, initial: string) {
  const { api } = useEngine()
  const [text, setText] = useState(initial)
  const kept = useRef(initial)
  const current = useRef(initial)
  const keep = useCallback(() => {
    if (kept.current === current.current) return
    kept.current = current.current
    // If storing fails, the text is still in the box.
    api.chat.update({ id, draft: current.current }).catch(() => {})
  }, [api, id])
  const timer = useRef<ReturnType<typeof setTimeout> | undefined>(undefined)
  const change = useCallback(
    (next: string | ((text: string) => string)) => {
      current.current = typeof next === 'string' ? next : next(current.current)
      setText(current.current)
      clearTimeout(timer.current)
      timer.current = setTimeout(keep, restMs)
    },
    [keep],
  )
  const append = useCallback(
    (added: string) => change((before) => [before, added].filter((part) => part !== '').join('\n\n')),
    [change],
  )
  useDraftAdditions(append)
  useEffect(() => {
    window.addEventListener('pagehide', keep)
    return () => {
      window.removeEventListener('pagehide', keep)
      clearTimeout(timer.current)
      keep()
    }
  }, [keep])
  return { text, change, keep }
}
