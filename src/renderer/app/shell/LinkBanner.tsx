import { LoaderCircle } from 'lucide-react'
import { useEffect, useState } from 'react'
import { useEngine, useLinkState } from '#renderer/client/engine.ts'
import { Button } from '#renderer/ui/controls/Button.tsx'

/** Shorter interruptions show no banner. */
const patienceMs = 600

/** Returns null while the engine is answering, and during a short interruption. `lost`: the page may be out of date. */
export function useAbsence(): 'lost' | 'awaited' | null {
  const state = useLinkState()
  const away = state.kind === 'waiting' || state.kind === 'connecting'
  const [overdue, setOverdue] = useState(false)
  useEffect(() => {
    if (!away) return
    const timer = setTimeout(() => setOverdue(true), patienceMs)
    return () => {
      clearTimeout(timer)
      setOverdue(false)
    }
  }, [away])
  if (!away || !overdue) return null
  return state.lost ? 'lost' : 'awaited'
}

/** Says that the page may be out of date. The banner is above everything else, so it covers nothing. */
export function LinkBanner({ absence }: { absence: ReturnType<typeof useAbsence> }) {
  const { link } = useEngine()
  return (
    <output className="col-span-full">
      {absence !== null && (
        <div className="flex min-h-10 items-center justify-center gap-2.5 border-b border-line bg-warn-tint px-3 py-1 text-sm">
          <LoaderCircle className="size-4 shrink-0 animate-spin text-muted" aria-hidden="true" />
          <span className="min-w-0">
            {absence === 'lost' ? 'Connection to the engine lost. Reconnecting…' : 'Waiting for the engine…'}
          </span>
          <Button size="small" onClick={link.retry}>
            Try now
          </Button>
        </div>
      )}
    </output>
  )
}
