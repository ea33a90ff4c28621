import { useIsFetching } from '@tanstack/react-query'
import { useEffect } from 'react'
import { useLinkState } from '#renderer/client/engine.ts'
import { loadAhead } from '#renderer/ui/page/onDemand.tsx'

/**
 * Loads the parts that keys open, but only after the page has shown its first data. Earlier, their thirty files would
 * delay the data: the desktop app's main process, which starts the engine, also serves each file.
 */
export function LoadAhead() {
  const isOpen = useLinkState().kind === 'open'
  const isShown = useIsFetching() === 0 && isOpen
  useEffect(() => {
    if (!isShown) return undefined
    const idle = requestIdleCallback(loadAhead)
    return () => cancelIdleCallback(idle)
  }, [isShown])
  return null
}
