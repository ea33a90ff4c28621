import { type RefObject, useEffect, useRef } from 'react'

/**
 * For what stands at one place or another: whoever works by keys goes on from there, where what they were on went with
 * a change of `place`. Undefined as long as the place is not known.
 */
export function useFocusHeir(place: unknown): RefObject<HTMLButtonElement | null> {
  const heir = useRef<HTMLButtonElement>(null)
  const before = useRef(place)
  useEffect(() => {
    const moved = before.current !== undefined && place !== undefined && before.current !== place
    before.current = place
    if (moved && document.activeElement === document.body) heir.current?.focus()
  }, [place])
  return heir
}
