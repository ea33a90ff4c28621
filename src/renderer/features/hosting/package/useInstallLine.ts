import { useEffect, useState } from 'react'
import { useEngine } from '#renderer/client/engine.ts'
import { pullText } from '#renderer/features/hosting/hostedStatus.ts'
import { visibleText } from '#renderer/ui/text/visibleText.ts'

/** The latest output line of an installation or of the pull of its image. Null: no line yet. */
export function useInstallLine(isActive: boolean): string | null {
  const { events } = useEngine()
  const [line, setLine] = useState<string | null>(null)
  useEffect(() => {
    if (!isActive) return
    return events.listen((batch) => {
      for (const event of batch) {
        if (event.type === 'hosting.installing') setLine(visibleText(event.line))
        if (event.type === 'hosting.pulling') setLine(pullText(event))
      }
    })
  }, [events, isActive])
  return isActive ? line : null
}
