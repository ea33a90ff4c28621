/** Reads a resource or a prompt, one at a time. Closing the sheet cancels the reading. */
import { useEffect, useRef, useState } from 'react'
import { messageOf } from '#contract/errors'

export type Reading<Result> =
  | { readonly kind: 'idle' }
  | { readonly kind: 'running'; readonly since: number }
  | { readonly kind: 'done'; readonly durationMs: number; readonly result: Result }
  | { readonly kind: 'failed'; readonly message: string }

export function useReading<Result>() {
  const [reading, setReading] = useState<Reading<Result>>({ kind: 'idle' })
  const current = useRef<AbortController | null>(null)
  useEffect(() => () => current.current?.abort(), [])
  const start = async (read: (signal: AbortSignal) => Promise<Result>) => {
    current.current?.abort()
    const abort = new AbortController()
    current.current = abort
    const started = performance.now()
    setReading({ kind: 'running', since: Date.now() })
    const settle = (next: Reading<Result>) => {
      if (current.current === abort && !abort.signal.aborted) setReading(next)
    }
    try {
      const result = await read(abort.signal)
      settle({ kind: 'done', durationMs: performance.now() - started, result })
    } catch (thrown) {
      settle({ kind: 'failed', message: messageOf(thrown) })
    }
  }
  const cancel = () => {
    current.current?.abort()
    setReading({ kind: 'idle' })
  }
  return { reading, start, cancel }
}
