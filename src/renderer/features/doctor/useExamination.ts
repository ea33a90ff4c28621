/** One examination of a server as it goes on. Leaving it ends the process that it started. */
import { useCallback, useEffect, useRef, useState } from 'react'
import type { ExaminationPhase, ExaminationStep, ExaminationVerdict } from '#contract/doctor'
import { messageOf } from '#contract/errors'
import { patient } from '#renderer/client/api.ts'
import { useEngine } from '#renderer/client/engine.ts'

export interface Examination {
  readonly steps: readonly ExaminationStep[]
  /** What is under way; null before the first and after the last. */
  readonly phase: ExaminationPhase | null
  readonly verdict: ExaminationVerdict | null
  readonly failure: string | null
}

const nothingYet: Examination = { steps: [], phase: null, verdict: null, failure: null }

export function useExamination(slug: string) {
  const { api } = useEngine()
  const [examination, setExamination] = useState(nothingYet)
  const current = useRef<AbortController | null>(null)
  const start = useCallback(async () => {
    current.current?.abort()
    const abort = new AbortController()
    current.current = abort
    setExamination(nothingYet)
    try {
      for await (const event of await api.doctor.run({ slug }, { signal: abort.signal, ...patient })) {
        if (abort.signal.aborted) return
        setExamination((known) => {
          if (event.type === 'phase') return { ...known, phase: event.phase }
          if (event.type === 'step') return { ...known, phase: null, steps: [...known.steps, event] }
          return { ...known, phase: null, verdict: event }
        })
      }
    } catch (thrown) {
      if (!abort.signal.aborted) setExamination((known) => ({ ...known, phase: null, failure: messageOf(thrown) }))
    }
  }, [api, slug])
  useEffect(() => {
    void start()
    return () => current.current?.abort()
  }, [start])
  return { ...examination, start }
}
