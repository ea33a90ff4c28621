/** Follows the log of a server: what is kept first, then as it comes, at most once per frame, again after a gap. */
import { useEffect, useState } from 'react'
import type { LogLine } from '#contract/server'
import { patient } from '#renderer/client/api.ts'
import { useEngine } from '#renderer/client/engine.ts'
import { appendLines, emptyLog, type LogBuffer } from '#renderer/features/servers/log/logBuffer.ts'

const pauseMs = 500

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
    const follow = async () => {
      while (!abort.signal.aborted) {
        try {
          let fresh = true
          for await (const lines of await api.servers.log({ slug, follow: true }, { signal: abort.signal, ...patient })) {
            if (fresh) setBuffer((known) => appendLines(known, lines, true))
            else arrived.push(...lines)
            if (!fresh) frame ??= requestAnimationFrame(flush)
            fresh = false
          }
        } catch {
          // The wire closed, or the server is gone; the page says so elsewhere.
        }
        if (!abort.signal.aborted) await new Promise((resolve) => setTimeout(resolve, pauseMs))
      }
    }
    void follow()
    return () => {
      abort.abort()
      if (frame !== null) cancelAnimationFrame(frame)
    }
  }, [api, slug])
  return buffer
}
