import { useEffect, useEffectEvent, useRef, useState } from 'react'
import { useDebounced } from '#renderer/ui/page/useDebounced.ts'

/**
 * The text of a search field, which is also in the address. The address is updated when typing pauses. The field is
 * updated when the address changes in another way, such as by Back.
 */
export function useSearchText(kept: string, keep: (text: string) => void, restMs: number) {
  const [typed, setTyped] = useState(kept)
  const rested = useDebounced(typed.trim(), restMs)
  const last = useRef(kept)
  const write = useEffectEvent((text: string) => {
    if (text === last.current) return
    last.current = text
    keep(text)
  })
  useEffect(() => write(rested), [rested])
  useEffect(() => {
    if (kept === last.current) return
    last.current = kept
    setTyped(kept)
  }, [kept])
  return [typed, setTyped] as const
}
