import { LoaderCircle } from 'lucide-react'
import { useEffect, useState } from 'react'
import { useEngine, useLinkState } from '#renderer/client/engine.ts'
import { Button } from '#renderer/ui/controls/Button.tsx'

/** A shorter interruption is not worth a banner. */
const patienceMs = 600

/** Says that the page may be out of date. Floats, so that nothing moves. */
export function LinkBanner() {
  const { link } = useEngine()
  const state = useLinkState()
  const away = state.kind === 'waiting' || state.kind === 'connecting'
  const lost = away && state.lost
  const [overdue, setOverdue] = useState(false)
  useEffect(() => {
    if (!away) return
    const timer = setTimeout(() => setOverdue(true), patienceMs)
    return () => {
      clearTimeout(timer)
      setOverdue(false)
    }
  }, [away])
  return (
    <output className="pointer-events-none fixed inset-x-0 top-3 z-50 flex justify-center">
      {away && overdue && (
        <div className="pointer-events-auto flex animate-rise items-center gap-2.5 rounded-full bg-raised py-1 pr-1.5 pl-3.5 text-sm shadow-float">
          <LoaderCircle className="size-4 animate-spin text-muted" aria-hidden="true" />
          {lost ? 'Connection to the engine lost. Reconnecting…' : 'Waiting for the engine…'}
          <Button size="small" look="quiet" onClick={link.retry}>
            Try now
          </Button>
        </div>
      )}
    </output>
  )
}
