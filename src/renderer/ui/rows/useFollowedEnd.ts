/**
 * Keeps the end of a growing list visible. Scrolling up stops following the end, and scrolling back to the end resumes
 * it. Positions are read and written only when the page is laid out anyway, so a list that grows with every frame is
 * laid out once per frame.
 */
import { type RefObject, useCallback, useLayoutEffect, useRef, useState } from 'react'

const nearEnd = 48
const nearStart = 800

export interface FollowedEndOptions {
  following: boolean
  onFollowing: (following: boolean) => void
  /** Called when the start of the list is near or visible, because earlier rows may have to be loaded. */
  onNearStart?: (() => void) | undefined
}

export interface FollowedEnd {
  readonly scroller: RefObject<HTMLElement | null>
  /** The element that contains everything that scrolls. */
  readonly content: RefObject<HTMLDivElement | null>
  readonly onScroll: () => void
  /** Whether the end is visible. If it is, no button to the end is needed, even if the end is not followed. */
  readonly endInSight: boolean
  /** Corrects the scroll position after this many pixels were added above the visible part. */
  readonly goAlong: (pixels: number) => void
}

function isAtEnd({ scrollTop, scrollHeight, clientHeight }: HTMLElement): boolean {
  return scrollHeight - scrollTop - clientHeight < nearEnd
}

export function useFollowedEnd(options: FollowedEndOptions): FollowedEnd {
  const { following } = options
  const scroller = useRef<HTMLElement>(null)
  const content = useRef<HTMLDivElement>(null)
  const known = useRef(options)
  useLayoutEffect(() => {
    known.current = options
  })
  const [endInSight, setEndInSight] = useState(true)
  const lastTop = useRef(0)
  const moveTo = useCallback((element: HTMLElement, top: number) => {
    element.scrollTop = top
    lastTop.current = element.scrollTop
  }, [])
  useLayoutEffect(() => {
    if (following && scroller.current !== null) moveTo(scroller.current, scroller.current.scrollHeight)
  }, [following, moveTo])
  useLayoutEffect(() => {
    const element = scroller.current
    if (element === null || content.current === null) return
    const observer = new ResizeObserver(() => {
      if (known.current.following) moveTo(element, element.scrollHeight)
      setEndInSight(isAtEnd(element))
      if (element.scrollTop < nearStart) known.current.onNearStart?.()
    })
    observer.observe(content.current)
    observer.observe(element)
    return () => observer.disconnect()
  }, [moveTo])
  const onScroll = useCallback(() => {
    const element = scroller.current
    if (element === null) return
    const { scrollTop } = element
    const atEnd = isAtEnd(element)
    setEndInSight(atEnd)
    if (known.current.following && !atEnd && scrollTop < lastTop.current) known.current.onFollowing(false)
    if (!known.current.following && atEnd && scrollTop !== lastTop.current) known.current.onFollowing(true)
    lastTop.current = scrollTop
    if (scrollTop < nearStart) known.current.onNearStart?.()
  }, [])
  const goAlong = useCallback(
    (pixels: number) => {
      if (scroller.current !== null) moveTo(scroller.current, scroller.current.scrollTop + pixels)
    },
    [moveTo],
  )
  return { scroller, content, onScroll, endInSight, goAlong }
}
