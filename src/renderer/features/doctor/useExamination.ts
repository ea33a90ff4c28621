/** Runs one examination of a server. Closing its sheet stops the process that it started. */
import { useEffect, useState } from 'react'
import type { ExaminationEvent, ExaminationPhase, ExaminationStep, ExaminationVerdict } from '#contract/servers/doctor'
import { messageOf } from '#contract/errors'
import { type Api, noTimeout } from '#renderer/client/api.ts'
import { useEngine } from '#renderer/client/engine.ts'

export interface Examination {
  readonly steps: readonly ExaminationStep[]
  /** The phase under way; null before the first and after the last. */
  readonly phase: ExaminationPhase | null
  readonly verdict: ExaminationVerdict | null
  readonly failure: string | null
}

const nothingYet: Examination = { steps: [], phase: null, verdict: null, failure: null }

export function useExamination(slug: string, projectId: string | null): Examination {
  const { api } = useEngine()
  const [examination, setExamination] = useState(nothingYet)
  useEffect(() => {
    const abort = new AbortController()
    const change = (part: (known: Examination) => Examination) => {
      if (!abort.signal.aborted) setExamination(part)
    }
    examine(api, { slug, ...(projectId !== null && { projectId }) }, abort.signal, (event) =>
      change((known) => after(known, event)),
    ).catch((thrown: unknown) => change((known) => ({ ...known, phase: null, failure: messageOf(thrown) })))
    return () => abort.abort()
  }, [api, slug, projectId])
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

type Examined = Parameters<Api['doctor']['run']>[0]

async function examine(api: Api, which: Examined, signal: AbortSignal, take: (event: ExaminationEvent) => void) {
  for await (const event of await api.doctor.run(which, { signal, ...noTimeout })) take(event)
}
