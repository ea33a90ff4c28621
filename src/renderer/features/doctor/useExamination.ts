/** One examination of a server as it goes on. Leaving it ends the process that it started. */
import { useEffect, useState } from 'react'
import type { ExaminationEvent, ExaminationPhase, ExaminationStep, ExaminationVerdict } from '#contract/servers/doctor'
import { messageOf } from '#contract/errors'
import { type Api, patient } from '#renderer/client/api.ts'
import { useEngine } from '#renderer/client/engine.ts'

export interface Examination {
  readonly steps: readonly ExaminationStep[]
  /** What is under way; null before the first and after the last. */
  readonly phase: ExaminationPhase | null
  readonly verdict: ExaminationVerdict | null
  readonly failure: string | null
}

const nothingYet: Examination = { steps: [], phase: null, verdict: null, failure: null }

export function useExamination(slug: string): Examination {
  const { api } = useEngine()
  const [examination, setExamination] = useState(nothingYet)
  useEffect(() => {
    const abort = new AbortController()
    const change = (part: (known: Examination) => Examination) => {
      if (!abort.signal.aborted) setExamination(part)
    }
    examine(api, slug, abort.signal, (event) => change((known) => after(known, event))).catch((thrown: unknown) =>
      change((known) => ({ ...known, phase: null, failure: messageOf(thrown) })),
    )
    return () => abort.abort()
  }, [api, slug])
  return examination
}

function after(known: Examination, event: ExaminationEvent): Examination {
  switch (event.type) {
    case 'phase':
      return { ...known, phase: event.phase }
    case 'step':
      return { ...known, phase: null, steps: [...known.steps, event] }
    case 'verdict':
      return { ...known, phase: null, verdict: event }
  }
}

async function examine(api: Api, slug: string, signal: AbortSignal, take: (event: ExaminationEvent) => void) {
  for await (const event of await api.doctor.run({ slug }, { signal, ...patient })) take(event)
}
