/** Which candidates of an import are chosen: those that are new, until the person says otherwise. */
import { useState } from 'react'
import type { ClientCandidate } from '#contract/client'

export function useCandidateChoice(candidates: readonly ClientCandidate[] | undefined) {
  const [said, setSaid] = useState<ReadonlyMap<string, boolean>>(new Map())
  const chosen = (candidates ?? []).filter(
    ({ name, problem, standing }) => problem === null && (said.get(name) ?? standing === 'new'),
  )
  return {
    chosen,
    choose: (name: string, wanted: boolean) => setSaid((known) => new Map(known).set(name, wanted)),
    reset: () => setSaid(new Map()),
  }
}

/** What the button says that takes them over: what will run. */
export function consentText(chosen: readonly ClientCandidate[]): string {
  const started = chosen.filter((candidate) => candidate.enabled).length
  if (started === 0) return `Import ${chosen.length}`
  return `Import and start ${started === 1 ? 'this command' : `these ${started} commands`}`
}
