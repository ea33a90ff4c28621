import { useEffect, useState } from 'react'
import type { LogLine } from '#contract/servers/server'
import { useEngine } from '#renderer/client/engine.ts'
import { followLog } from '#renderer/parts/log/followLog.ts'
import { appendLines, emptyLog, type LogBuffer } from '#renderer/parts/log/logBuffer.ts'

/** A server's growing log, rendered at most once per frame. */
export function useLog(slug: string): LogBuffer {
  const { api } = useEngine()
  const [buffer, setBuffer] = useState(emptyLog)
  useEffect(() => {
    const abort = new AbortController()
    let arrived: LogLine[] = []
    let frame: number | null = null
    const flush = () => {
      const lines = arrived
      arrived = []
      frame = null
      setBuffer((known) => appendLines(known, lines, false))
    }
    void followLog(api, slug, abort.signal, (lines, fresh) => {
      if (fresh) {
        setBuffer((known) => appendLines(known, lines, true))
        return
      }
      arrived.push(...lines)
      frame ??= requestAnimationFrame(flush)
    })
    return () => {
      abort.abort()
      if (frame !== null) cancelAnimationFrame(frame)
    }
  }, [api, slug])
  return buffer
}
