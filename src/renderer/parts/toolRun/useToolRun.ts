/** Runs a tool by hand, one run at a time. Closing the tool or the page cancels the call. */
import { useEffect, useRef, useState } from 'react'
import { messageOf } from '#contract/errors'
import type { ToolResult } from '#contract/tools/tool'
import type { TrialProgress } from '#contract/tools/trial'
import { noTimeout } from '#renderer/client/api.ts'
import { useEngine } from '#renderer/client/engine.ts'

export type ToolRun =
  | { readonly kind: 'idle' }
  | { readonly kind: 'running'; readonly since: number; readonly progress: TrialProgress | null }
  | { readonly kind: 'done'; readonly durationMs: number; readonly result: ToolResult }
  | { readonly kind: 'failed'; readonly durationMs: number; readonly message: string }
  | { readonly kind: 'cancelled'; readonly durationMs: number }

/** `projectId`: the project whose tool names are used; null: the names across all projects. */
export function useToolRun(projectId: string | null) {
  const { api } = useEngine()
  const [run, setRun] = useState<ToolRun>({ kind: 'idle' })
  const current = useRef<AbortController | null>(null)
  useEffect(() => () => current.current?.abort(), [])
  const cancel = () => current.current?.abort()
  const start = async (name: string, args: Record<string, unknown>) => {
    cancel()
    const abort = new AbortController()
    current.current = abort
    const started = performance.now()
    const durationMs = () => performance.now() - started
    const settle = (outcome: ToolRun) => {
      if (current.current === abort) setRun(outcome)
    }
    const where = projectId === null ? {} : { projectId }
    const since = Date.now()
    setRun({ kind: 'running', since, progress: null })
    try {
      const events = await api.tools.try({ ...where, name, arguments: args }, { signal: abort.signal, ...noTimeout })
      for await (const event of events) {
        if (event.type === 'progress') settle({ kind: 'running', since, progress: event })
        else settle({ kind: 'done', durationMs: durationMs(), result: event.result })
      }
    } catch (thrown) {
      if (abort.signal.aborted) settle({ kind: 'cancelled', durationMs: durationMs() })
      else settle({ kind: 'failed', durationMs: durationMs(), message: messageOf(thrown) })
    }
  }
  return { run, start, cancel }
}
